import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { emailChanges, sessions, users } from "./schema.ts";
import { endSessionsOf } from "./sessions.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  newPassword,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { turnFactorOn } from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

/** Logs in 50 times at once, each time from another network, while the password changes. */
async function race(email: string, change: () => Promise<{ status: number }>): Promise<string[]> {
  const logins = Array.from({ length: 50 }, (_, at) =>
    logIn(portal, email, goodPassword, `198.51.100.${at}`),
  );
  const changes = change();
  const answers = await Promise.all(logins);
  // What would wait for its hash longer than two seconds is refused, the change included.
  const changed = await changes;
  expect((changed.status === 503 ? await change() : changed).status).toBeLessThan(300);
  expect(answers.every(({ status }) => [200, 401, 429, 503].includes(status))).toBe(true);
  return answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
}

async function liveOnes(tokens: string[]): Promise<number> {
  const answers = await Promise.all(tokens.map((token) => call(portal, "GET", "/me", { token })));
  return answers.filter(({ status }) => status === 200).length;
}

describe("logins in flight", () => {
  test("begin no session when the verified password is changed", async () => {
    const email = "changing@example.com";
    const { id, token } = await signedInUser(portal, email);
    const body = { currentPassword: goodPassword, newPassword };
    const begun = await race(email, () => call(portal, "PUT", "/me/password", { token, body }));
    expect(await liveOnes(begun)).toBe(0);
    expect(await portal.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(1);
  });

  test("begin no session when the password is reset", async () => {
    const email = "resetting@example.com";
    const id = await claimedUser(portal, email);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    const path = `/reset-password/${linkToken(lastMail(portal, email))}`;
    const body = { password: newPassword };
    const begun = await race(email, () => call(portal, "POST", path, { body }));
    expect(await liveOnes(begun)).toBe(0);
    expect(await portal.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});

/** Runs a change when the next transaction begins, which is after the password was verified. */
function changeMeanwhile(change: () => Promise<unknown>): () => void {
  const { database } = portal.portal;
  const original = database.transaction.bind(database);
  const spy = vi.spyOn(database, "transaction").mockImplementationOnce(async (work, config) => {
    await change();
    return original(work, config);
  });
  return () => spy.mockRestore();
}

const replacePasswordMeanwhile = (id: string) =>
  changeMeanwhile(() =>
    portal.portal.database.update(users).set({ passwordHash: "replaced" }).where(eq(users.id, id)),
  );

describe("an action that requires the password", () => {
  test.each([
    ["PUT", "/me/email", { email: "x@example.com", password: goodPassword }, "password"],
    ["PUT", "/me/password", { currentPassword: goodPassword, newPassword }, "currentPassword"],
    ["POST", "/me/export", { password: goodPassword }, "password"],
    ["POST", "/me/deletion", { password: goodPassword }, "password"],
  ] as const)("is refused once it was replaced: %s %s", async (method, path, body, field) => {
    const email = `${path.split("/").at(-1)}-in-flight@example.com`;
    const { id, token } = await signedInUser(portal, email);
    const restore = replacePasswordMeanwhile(id);
    const answer = await call(portal, method, path, { token, body });
    restore();
    expect(answer).toMatchObject({ status: 422, body: { code: "wrong-password" } });
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    const [user] = await portal.portal.database.select().from(users).where(eq(users.id, id));
    expect(user?.passwordHash).toBe("replaced");
    expect(await portal.portal.database.$count(emailChanges, eq(emailChanges.userId, id))).toBe(0);
  });

  test("is refused when the session has ended in the meantime", async () => {
    const { id, token } = await signedInUser(portal, "ended-in-flight@example.com");
    const restore = changeMeanwhile(() => endSessionsOf(portal.portal.database, id));
    const body = { password: goodPassword };
    const answer = await call(portal, "POST", "/me/deletion", { token, body });
    restore();
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(await portal.portal.database.$count(users, eq(users.id, id))).toBe(1);
  });
});

test("A login begins no session when the password was replaced after its verification", async () => {
  const email = "verified@example.com";
  const id = await claimedUser(portal, email);
  const restore = replacePasswordMeanwhile(id);
  const answer = await logIn(portal, email);
  restore();
  expect(answer).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
  expect(await portal.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
});

test("A login by the password alone begins no session when a second factor was turned on after its verification", async () => {
  const email = "enrolling@example.com";
  const { id, token } = await signedInUser(portal, email);
  const restore = changeMeanwhile(async () => {
    restore();
    await turnFactorOn(portal, token);
  });
  const answer = await logIn(portal, email);
  expect(answer).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
  expect(await portal.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(1);
});

test("A login waits for a concurrent change of the password, then begins no session", async () => {
  const email = "waiting@example.com";
  const id = await claimedUser(portal, email);
  const passwordHash = await hashPassword(newPassword);
  // On PostgreSQL the login reads the former hash now; on PGlite it already waits here.
  const login = await portal.portal.database.transaction(async (transaction) => {
    await transaction.update(users).set({ passwordHash }).where(eq(users.id, id));
    const underWay = logIn(portal, email);
    await Promise.race([underWay, setTimeout(2000)]);
    return { underWay };
  });
  expect((await login.underWay).status).toBe(401);
  expect(await portal.portal.database.$count(sessions, eq(sessions.userId, id))).toBe(0);
});
