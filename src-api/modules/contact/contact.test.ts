import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { contactMessages } from "./schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, claimedUser, signedInUser } from "#api/testing/account-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const message = {
  name: "Ada",
  email: "ada@example.com",
  subject: "A place\r\nBcc: everybody@example.com",
  message: "Is there a place left?\n\nMy dog is <b>small</b>, $t(verify.subject) {{name}}.",
};
const send = (body: Record<string, string>, ip = "192.0.2.1") =>
  call(portal, "POST", "/contact", { body, ip, headers: { "accept-language": "pl" } });
const kept = (email: string) =>
  portal.portal.database.select().from(contactMessages).where(eq(contactMessages.email, email));

test("A message is stored and mailed to the owner, with the sender as the reply address", async () => {
  expect(await send(message)).toMatchObject({ status: 202, text: "" });
  expect(portal.mails).toEqual([
    {
      to: portal.portal.brand.contactEmail,
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
  expect(row).toMatchObject({ ...message, language: "pl", mailedAt: portal.portal.now() });
});

test("A message is stored while the mail server is down, and mailed once when it is back", async () => {
  const failing = vi.spyOn(portal.portal.mailer, "send").mockRejectedValue(new Error("no server"));
  const mailed = () => portal.mails.filter(({ replyTo }) => replyTo === "late@example.com");
  expect((await send({ ...message, email: "late@example.com" })).status).toBe(202);
  expect(failing).toHaveBeenCalledOnce();
  expect(await kept("late@example.com")).toMatchObject([{ mailedAt: null }]);
  for (let at = 0; at < 60; at += 5) {
    portal.advance(5 * minuteMs);
    await portal.runDueJobs();
  }
  expect(failing.mock.calls.length).toBeGreaterThan(3);
  failing.mockRestore();
  for (let at = 0; at < 4; at += 1) {
    portal.advance(15 * minuteMs);
    await portal.runDueJobs();
  }
  expect(mailed()).toHaveLength(1);
  expect(await kept("late@example.com")).toMatchObject([{ mailedAt: expect.any(Date) }]);
});

test("An invalid message is answered with field errors and not stored", async () => {
  const { status, body } = await send({ ...message, email: "no address", message: " " });
  expect(status).toBe(400);
  expect(Object.keys(body.fields).toSorted()).toEqual(["email", "message"]);
  expect(await kept("no address")).toEqual([]);
});

test("Messages are throttled for each client", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await send({ ...message, email: "flood@example.com" }, "198.51.100.1")).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect(await kept("flood@example.com")).toHaveLength(5);
});

describe("a message with the address of an account", () => {
  const write = (email: string, token?: string) =>
    call(portal, "POST", "/contact", {
      body: { ...message, email },
      ip: "203.0.113.40",
      ...(token && { token }),
    });
  const listed = async (email: string) => {
    const id = await claimedUser(portal, `${randomUUID()}@example.com`, { roles: ["ROLE_ADMIN"] });
    const token = await createSession(portal.portal, id, "");
    const { body } = await call(portal, "GET", "/contact/messages", { token });
    return body.items.filter((item: { email: string }) => item.email === email);
  };
  const mailTo = (email: string) => portal.mails.findLast(({ replyTo }) => replyTo === email);

  test("is marked as unproven unless its user is logged in, for admins and in the mail to the owner", async () => {
    const { token } = await signedInUser(portal, "member@example.com");
    const other = await signedInUser(portal, "another@example.com");
    for (const stranger of [undefined, other.token]) {
      await write("member@example.com", stranger);
      const [newest] = await listed("member@example.com");
      expect(newest).toMatchObject({ isProven: false, memberId: expect.any(String) });
      expect(mailTo("member@example.com")?.paragraphs.join()).toContain("was not logged in");
      portal.advance(minuteMs);
    }
    await write("member@example.com", token);
    expect((await listed("member@example.com"))[0]).toMatchObject({ isProven: true });
    expect(mailTo("member@example.com")?.paragraphs.join()).not.toContain("was not logged in");
  });

  test("claims nothing where there is no account", async () => {
    await write("stranger@example.com");
    expect(mailTo("stranger@example.com")?.paragraphs.join()).not.toContain("was not logged in");
  });
});
