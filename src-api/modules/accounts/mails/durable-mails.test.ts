import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  register,
} from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

const minute = 60_000;
let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
beforeEach(() => it.advance(120 * minute));
afterEach(() => vi.restoreAllMocks());
afterAll(() => it.close());

const mailsTo = (email: string) => it.mails.filter(({ to }) => to === email);

/** Lets time pass in steps, as workers see it. */
async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 5) {
    it.advance(5 * minute);
    await it.runDueJobs();
  }
}

const failSending = () =>
  vi.spyOn(it.portal.mailer, "send").mockRejectedValue(new Error("connect ECONNREFUSED"));

async function storedJobs(): Promise<string> {
  const result = await it.portal.database.execute(sql`select * from pgboss.job`);
  return JSON.stringify(z.parse(z.object({ rows: z.array(z.unknown()) }), result).rows);
}

describe("while the mail server is down for an hour", () => {
  test("a reset link waits, and is mailed once afterwards with its whole life ahead", async () => {
    const email = "forgetful@example.com";
    await claimedUser(it, email);
    const failing = failSending();
    await call(it, "POST", "/forgot-password", { body: { email } });
    await pass(60);
    expect(failing.mock.calls.length).toBeGreaterThan(3);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email)).toHaveLength(1);
    const path = new URL(lastMail(it, email).action?.url ?? "").pathname;
    expect((await call(it, "GET", path)).status).toBe(200);
  });

  test("a code that stopped working is not mailed any more", async () => {
    const email = "patient@example.com";
    const failing = failSending();
    await register(it, email);
    await pass(60);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email)).toEqual([]);
  });

  test("of the codes that were asked for the newest one is mailed", async () => {
    const email = "eager@example.com";
    const failing = failSending();
    const { body: signUp } = await register(it, email);
    it.advance(minute);
    await call(it, "POST", `/register/${signUp.id}/resend`);
    failing.mockRestore();
    await pass(20);
    expect(mailsTo(email)).toHaveLength(1);
    const code = mailedCode(lastMail(it, email));
    expect((await enterCode(it, signUp.id, code)).status).toBe(201);
  });

  test("an account that is deleted gets the notice of that, and no link", async () => {
    const email = "leaving@example.com";
    await claimedUser(it, email);
    const { token } = (await logIn(it, email)).body;
    const failing = failSending();
    await call(it, "POST", "/forgot-password", { body: { email } });
    await call(it, "PUT", "/me/email", {
      token,
      body: { email: "new@example.com", password: goodPassword },
    });
    const deleted = await call(it, "POST", "/me/deletion", {
      token,
      body: { password: goodPassword },
    });
    expect(deleted.status).toBe(204);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(["Your account has been deleted"]);
    expect(mailsTo("new@example.com")).toEqual([]);
    expect(await storedJobs()).toBe("[]");
  });
});

describe("a copy of the database", () => {
  test("holds neither the codes nor the links of mails that wait", async () => {
    const [email, next] = ["copied@example.com", "copied-next@example.com"];
    await claimedUser(it, email);
    const { token } = (await logIn(it, email)).body;
    const tried = failSending();
    await register(it, "copied-sign-up@example.com");
    await call(it, "POST", "/forgot-password", { body: { email } });
    await call(it, "PUT", "/me/email", { token, body: { email: next, password: goodPassword } });
    const stored = await storedJobs();
    expect(stored).toContain("accounts.mail-sign-up-code");
    expect(stored).toContain("accounts.mail-email-change-request");
    const mails = tried.mock.calls.map(([mail]) => mail);
    const secrets = mails.flatMap(({ code, action }) => [code, action?.url.split("/").at(-1)]);
    expect(secrets.filter(Boolean)).toHaveLength(3);
    for (const secret of secrets.filter((value) => value !== undefined)) {
      expect(stored).not.toContain(secret);
    }
    tried.mockRestore();
    await pass(20);
    const code = mailedCode(lastMail(it, next));
    expect(code).toMatch(/^\d{6}$/);
  });
});
