import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contactMessages } from "./schema.ts";
import { call } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const message = {
  name: "Ada",
  email: "ada@example.com",
  subject: "A place\r\nBcc: everybody@example.com",
  message: "Is there a place left?\n\nMy dog is <b>small</b>, $t(verify.subject) {{name}}.",
};
const send = (body: Record<string, string>, ip = "192.0.2.1") =>
  call(it, "POST", "/contact", { body, ip, headers: { "accept-language": "pl" } });
const kept = (email: string) =>
  it.portal.database.select().from(contactMessages).where(eq(contactMessages.email, email));

test("A message is kept and mailed to the owner, who can reply to its sender", async () => {
  expect(await send(message)).toMatchObject({ status: 202, text: "" });
  expect(it.mails).toEqual([
    {
      to: it.portal.brand.contactEmail,
      replyTo: "ada@example.com",
      language: "pl",
      subject: "Formularz kontaktowy: A place Bcc: everybody@example.com",
      paragraphs: [
        "Od: Ada (ada@example.com)",
        "Is there a place left?",
        "My dog is <b>small</b>, $t(verify.subject) {{name}}.",
      ],
    },
  ]);
  const [row] = await kept("ada@example.com");
  expect(row).toMatchObject({ ...message, language: "pl", mailedAt: it.portal.now() });
});

test("A message that cannot be mailed is kept as not mailed, and the sender sees no error", async () => {
  const failing = vi.spyOn(it.portal.mailer, "send").mockRejectedValueOnce(new Error("no server"));
  expect((await send({ ...message, email: "lost@example.com" })).status).toBe(202);
  expect(failing).toHaveBeenCalledOnce();
  expect(await kept("lost@example.com")).toMatchObject([{ mailedAt: null }]);
});

test("A message with faults names them and is not kept", async () => {
  const { status, body } = await send({ ...message, email: "no address", message: " " });
  expect(status).toBe(400);
  expect(Object.keys(body.fields).toSorted()).toEqual(["email", "message"]);
  expect(await kept("no address")).toEqual([]);
});

test("One client cannot flood the owner", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await send({ ...message, email: "flood@example.com" }, "198.51.100.1")).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect(await kept("flood@example.com")).toHaveLength(5);
});
