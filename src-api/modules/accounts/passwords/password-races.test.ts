import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { emailChanges, sessions, users } from "../schema.ts";
import { hashPassword } from "../../../infra/passwords/passwords.ts";
import { call, claimedUser, goodPassword, lastMail } from "../../../testing/account-requests.ts";
import { linkToken, logIn } from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const newPassword = "five yellow weave poles";

/** Logs in 50 times at once, each from a network of its own, and changes the password meanwhile. */
async function race(email: string, change: () => Promise<{ status: number }>): Promise<string[]> {
  const logins = Array.from({ length: 50 }, (_, at) =>
    logIn(it, email, goodPassword, `198.51.100.${at}`),
  );
  const changes = change();
  const answers = await Promise.all(logins);
  expect((await changes).status).toBe(204);
  expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
  return answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
}

async function liveOnes(tokens: string[]): Promise<number> {
  const answers = await Promise.all(tokens.map((token) => call(it, "GET", "/me", { token })));
  return answers.filter(({ status }) => status === 200).length;
}

describe("logins in flight", () => {
  test("do not survive a change of the password that they verified", async () => {
    const email = "changing@example.com";
    const id = await claimedUser(it, email);
    const { token } = (await logIn(it, email)).body;
    const body = { currentPassword: goodPassword, newPassword };
    const begun = await race(email, () => call(it, "PUT", "/me/password", { token, body }));
    expect(await liveOnes(begun)).toBe(0);
    expect(await it.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(1);
  });

  test("do not survive a reset", async () => {
    const email = "resetting@example.com";
    const id = await claimedUser(it, email);
    await call(it, "POST", "/forgot-password", { body: { email } });
    const path = `/reset-password/${linkToken(lastMail(it, email))}`;
    const body = { password: newPassword };
    const begun = await race(email, () => call(it, "POST", path, { body }));
    expect(await liveOnes(begun)).toBe(0);
    expect(await it.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});

/** Replaces the password when the next transaction begins, which comes after it was verified. */
function replacePasswordMeanwhile(id: string): () => void {
  const { database } = it.portal;
  const original = database.transaction.bind(database);
  const spy = vi.spyOn(database, "transaction").mockImplementationOnce(async (work, config) => {
    await database.update(users).set({ passwordHash: "replaced" }).where(eq(users.id, id));
    return original(work, config);
  });
  return () => spy.mockRestore();
}

describe("what the password was asked for", () => {
  test.each([
    ["PUT", "/me/email", { email: "x@example.com", password: goodPassword }, "password"],
    ["PUT", "/me/password", { currentPassword: goodPassword, newPassword }, "currentPassword"],
    ["POST", "/me/export", { password: goodPassword }, "password"],
    ["POST", "/me/deletion", { password: goodPassword }, "password"],
  ] as const)("is refused once it was replaced: %s %s", async (method, path, body, field) => {
    const email = `${path.split("/").at(-1)}-in-flight@example.com`;
    const id = await claimedUser(it, email);
    const { token } = (await logIn(it, email)).body;
    const restore = replacePasswordMeanwhile(id);
    const answer = await call(it, method, path, { token, body });
    restore();
    expect(answer).toMatchObject({ status: 422, body: { code: "wrong-password" } });
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    const [user] = await it.portal.database.select().from(users).where(eq(users.id, id));
    expect(user?.passwordHash).toBe("replaced");
    expect(await it.portal.database.$count(emailChanges, eq(emailChanges.userId, id))).toBe(0);
  });
});

test("A login whose password was replaced after it was verified begins no session", async () => {
  const email = "verified@example.com";
  const id = await claimedUser(it, email);
  const restore = replacePasswordMeanwhile(id);
  const answer = await logIn(it, email);
  restore();
  expect(answer).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
  expect(await it.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
});

test("A login that verified a password while it is being replaced waits, and begins no session", async () => {
  const email = "waiting@example.com";
  const id = await claimedUser(it, email);
  const passwordHash = await hashPassword(newPassword);
  // With PostgreSQL the login reads the former hash now; the embedded database lets it wait at once.
  const login = await it.portal.database.transaction(async (transaction) => {
    await transaction.update(users).set({ passwordHash }).where(eq(users.id, id));
    const underWay = logIn(it, email);
    await Promise.race([underWay, setTimeout(2000)]);
    return { underWay };
  });
  expect((await login.underWay).status).toBe(401);
  expect(await it.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
});
