import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, enterCode, goodPassword, lastMail } from "../../../testing/account-requests.ts";
import { linkToken, logIn, mailedCode } from "../../../testing/account-requests.ts";
import { otherCode, register } from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let it: TestPortal;
const logged: string[] = [];

/** The stream that the server's log goes to, and that of every request. */
function logStream(log: object): { write(line: string): void } {
  for (let at: object | null = log; at; at = Object.getPrototypeOf(at)) {
    const key = Object.getOwnPropertySymbols(at).find(
      ({ description }) => description === "pino.stream",
    );
    if (key) return Reflect.get(at, key);
  }
  throw new Error("The log has no stream.");
}

beforeAll(async () => {
  it = await createTestPortal({ logLevel: "debug" });
  vi.spyOn(logStream(it.app.log), "write").mockImplementation((line) => void logged.push(line));
});
afterAll(() => it.close());

describe("no secret stands", () => {
  const newPassword = "five yellow weave poles";
  const secrets: string[] = [goodPassword, newPassword, "argon2id"];
  const codes: string[] = [];
  const answers: string[] = [];
  const note = ({ status, text }: { status: number; text: string }) => {
    if (status >= 400) answers.push(text);
  };

  beforeAll(async () => {
    const email = "secret@example.com";
    const { body: signUp } = await register(it, email);
    const code = mailedCode(lastMail(it, email));
    note(await enterCode(it, signUp.id, otherCode(code)));
    await call(it, "GET", `/register/${signUp.id}`);
    const { token } = (await enterCode(it, signUp.id, code)).body;
    note(await call(it, "POST", `/register/${signUp.id}/resend`));
    await call(it, "POST", "/forgot-password", { body: { email } });
    const reset = linkToken(lastMail(it, email));
    note(await call(it, "GET", `/reset-password/${reset}`));
    note(await call(it, "POST", `/reset-password/${reset}`, { body: { password: newPassword } }));
    note(await call(it, "GET", `/reset-password/${reset}?token=${reset}`));
    note(await logIn(it, email, goodPassword));
    const renewed = (await logIn(it, email, newPassword)).body.token;
    const changed = { email: "other@example.com", password: newPassword };
    await call(it, "PUT", "/me/email", { token: renewed, body: changed });
    const emailCode = mailedCode(lastMail(it, changed.email));
    const undo = linkToken(lastMail(it, email));
    await call(it, "GET", `/undo-email-change/${undo}`);
    note(
      await call(it, "POST", "/me/email/code", {
        token: renewed,
        body: { code: otherCode(emailCode) },
      }),
    );
    await call(it, "POST", "/me/email/code", { token: renewed, body: { code: emailCode } });
    const undone = await call(it, "POST", `/undo-email-change/${undo}`);
    note(await call(it, "POST", `/undo-email-change/${undo}`));
    const { resetToken } = undone.body;
    await call(it, "GET", `/reset-password/${resetToken}`);
    secrets.push(signUp.id, token, reset, renewed, undo, resetToken);
    for (const digits of [code, emailCode]) codes.push(digits);
  });

  test("in the log of what accounts do", () => {
    expect(logged.length).toBeGreaterThan(10);
    for (const secret of secrets) expect(logged.join("")).not.toContain(secret);
    for (const code of codes) expect(logged.join("")).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  test("in the body of an error", () => {
    expect(answers).toHaveLength(6);
    for (const secret of secrets) expect(answers.join("")).not.toContain(secret);
  });
});

describe("a query that fails", () => {
  const body = {
    name: "Private Name",
    email: "private@example.com",
    subject: "Private",
    message: "Private text",
  };

  test("shows the caller nothing of it, and the log no values", async () => {
    await it.portal.database.execute(sql`alter table contact_messages rename to elsewhere`);
    logged.length = 0;
    const answer = await call(it, "POST", "/contact", { body });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      code: "unexpected",
      message: "Something went wrong on our side. Please try again.",
    });
    const failure = logged.find((line) => line.includes("request failed")) ?? "";
    expect(JSON.parse(failure).err).toMatchObject({
      code: "42P01",
      message: expect.stringContaining("contact_messages"),
    });
    expect(failure).not.toMatch(/private/i);
  });
});
