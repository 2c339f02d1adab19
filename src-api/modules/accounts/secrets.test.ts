import { beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#api/infra/database/drizzle.ts";
import {
  call,
  enterCode,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
  otherCode,
  register,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const logged: string[] = [];

/** Returns the stream that the loggers of the server and of all requests write to. */
function logStream(log: object): { write(line: string): void } {
  for (let at: object | null = log; at; at = Object.getPrototypeOf(at)) {
    const key = Object.getOwnPropertySymbols(at).find(
      ({ description }) => description === "pino.stream",
    );
    if (key) return Reflect.get(at, key);
  }
  throw new Error("The log has no stream.");
}

const portal = await forFile(createTestPortal({ logLevel: "debug" }));
vi.spyOn(logStream(portal.app.log), "write").mockImplementation((line) => void logged.push(line));

describe("no secret appears", () => {
  const secrets: string[] = [goodPassword, newPassword, "argon2id"];
  const codes: string[] = [];
  const answers: string[] = [];
  const note = ({ status, text }: { status: number; text: string }) => {
    if (status >= 400) answers.push(text);
  };

  beforeAll(async () => {
    const email = "secret@example.com";
    const { body: signUp } = await register(portal, email);
    const code = mailedCode(lastMail(portal, email));
    note(await enterCode(portal, signUp.id, otherCode(code)));
    await call(portal, "GET", `/register/${signUp.id}`);
    const { token } = (await enterCode(portal, signUp.id, code)).body;
    note(await call(portal, "POST", `/register/${signUp.id}/resend`));
    await call(portal, "POST", "/forgot-password", { body: { email } });
    const reset = linkToken(lastMail(portal, email));
    note(await call(portal, "GET", `/reset-password/${reset}`));
    note(
      await call(portal, "POST", `/reset-password/${reset}`, { body: { password: newPassword } }),
    );
    note(await call(portal, "GET", `/reset-password/${reset}?token=${reset}`));
    note(await logIn(portal, email, goodPassword));
    const renewed = (await logIn(portal, email, newPassword)).body.token;
    const changed = { email: "other@example.com", password: newPassword };
    await call(portal, "PUT", "/me/email", { token: renewed, body: changed });
    const emailCode = mailedCode(lastMail(portal, changed.email));
    const undo = linkToken(lastMail(portal, email));
    await call(portal, "GET", `/undo-email-change/${undo}`);
    note(
      await call(portal, "POST", "/me/email/code", {
        token: renewed,
        body: { code: otherCode(emailCode) },
      }),
    );
    await call(portal, "POST", "/me/email/code", { token: renewed, body: { code: emailCode } });
    const undone = await call(portal, "POST", `/undo-email-change/${undo}`);
    note(await call(portal, "POST", `/undo-email-change/${undo}`));
    const { resetToken } = undone.body;
    await call(portal, "GET", `/reset-password/${resetToken}`);
    secrets.push(signUp.id, token, reset, renewed, undo, resetToken);
    for (const digits of [code, emailCode]) codes.push(digits);
  });

  test("in the log", () => {
    expect(logged.length).toBeGreaterThan(10);
    for (const secret of secrets) expect(logged.join("")).not.toContain(secret);
    for (const code of codes) expect(logged.join("")).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  test("in the bodies of errors", () => {
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

  test("is answered without details and logged without values", async () => {
    await portal.portal.database.execute(sql`alter table contact_messages rename to elsewhere`);
    logged.length = 0;
    const answer = await call(portal, "POST", "/contact", { body });
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
