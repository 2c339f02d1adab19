import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, goodPassword, lastMail, linkToken } from "../../testing/account-requests.ts";
import { logIn, registerUser } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

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
  const answers: string[] = [];
  const note = ({ status, text }: { status: number; text: string }) => {
    if (status >= 400) answers.push(text);
  };

  beforeAll(async () => {
    const email = "secret@example.com";
    const { token } = await registerUser(it, email);
    const verification = linkToken(lastMail(it, email));
    note(await call(it, "POST", `/verify-email/${verification}`));
    note(await call(it, "POST", `/verify-email/${verification}`));
    await call(it, "POST", "/forgot-password", { body: { email } });
    const reset = linkToken(lastMail(it, email));
    note(await call(it, "GET", `/reset-password/${reset}`));
    note(await call(it, "POST", `/reset-password/${reset}`, { body: { password: newPassword } }));
    note(await call(it, "GET", `/reset-password/${reset}?token=${reset}`));
    note(await logIn(it, email, goodPassword));
    const renewed = (await logIn(it, email, newPassword)).body.token;
    note(
      await call(it, "PUT", "/me/email", {
        token: renewed,
        body: { email, password: goodPassword },
      }),
    );
    secrets.push(token, verification, reset, renewed);
  });

  test("in the log of what accounts do", () => {
    expect(logged.length).toBeGreaterThan(10);
    for (const secret of secrets) expect(logged.join("")).not.toContain(secret);
  });

  test("in the body of an error", () => {
    expect(answers).toHaveLength(4);
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
