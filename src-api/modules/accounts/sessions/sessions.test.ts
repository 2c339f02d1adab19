import { afterAll, beforeAll, expect, test } from "vitest";
import { emailChanges, oneTimeTokens, sessions, signUps } from "../schema.ts";
import { rateLimits } from "../../../infra/throttle/schema.ts";
import { call, claimedUser, goodPassword, register } from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { purge } from "../../../retention/purge.ts";
import { createSession, maxSessions, sessionIdleLife } from "./sessions.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function logInWith(email: string, userAgent: string): Promise<string> {
  const body = { email, password: goodPassword };
  const headers = { "user-agent": userAgent };
  return (await call(it, "POST", "/login", { body, headers })).body.token;
}
async function logInAs(email: string): Promise<string> {
  await claimedUser(it, email);
  return logInWith(email, firefox);
}

/** Creates a sign-up, a reset link and a change of address. */
async function leaveTraces(name: string): Promise<void> {
  const email = `${name}@example.com`;
  await register(it, email);
  await call(it, "POST", "/forgot-password", { body: { email } });
  const token = await logInAs(`${name}@example.org`);
  await call(it, "PUT", "/me/email", { token, body: { email, password: goodPassword } });
}
const list = async (token: string) => (await call(it, "GET", "/me/sessions", { token })).body.items;
const end = (token: string, id: string) => call(it, "DELETE", `/me/sessions/${id}`, { token });

test("Sessions are listed with readable device names, last used first, without hashes", async () => {
  await claimedUser(it, "list@example.com");
  await logInWith("list@example.com", "");
  it.advance(60_000);
  const token = await logInWith("list@example.com", firefox);
  expect(await list(token)).toEqual([
    {
      id: expect.any(String),
      current: true,
      device: "Firefox, Linux",
      createdAt: "2026-03-01T12:01:00.000Z",
      lastSeenAt: "2026-03-01T12:01:00.000Z",
    },
    expect.objectContaining({ current: false, createdAt: "2026-03-01T12:00:00.000Z" }),
  ]);
});

test("A login ends the least recently used sessions beyond fifty, of the same user only", async () => {
  const email = "everywhere@example.com";
  const id = await claimedUser(it, email);
  const other = await logInAs("elsewhere@example.com");
  const tokens: string[] = [];
  for (let at = 0; at < maxSessions; at += 1) {
    it.advance(1000);
    tokens.push(await createSession(it.portal, id, firefox));
  }
  it.advance(2 * 60 * 60_000);
  const [first = "", second = ""] = tokens;
  expect((await call(it, "GET", "/me", { token: first })).status).toBe(200);
  await Promise.all([logInWith(email, firefox), logInWith(email, firefox)]);
  expect(await list(first)).toHaveLength(50);
  const [third = "", fourth = ""] = tokens.slice(2);
  const statusOf = async (token: string) => (await call(it, "GET", "/me", { token })).status;
  expect(await Promise.all([first, second, third, fourth, other].map(statusOf))).toEqual([
    200, 401, 401, 200, 200,
  ]);
});

test("Ending one session keeps the others", async () => {
  await claimedUser(it, "one@example.com");
  const lost = await logInWith("one@example.com", "lost phone");
  const token = await logInWith("one@example.com", firefox);
  const { id } = (await list(lost)).find(({ current }: { current: boolean }) => current);
  expect((await end(token, id)).status).toBe(204);
  expect((await call(it, "GET", "/me", { token: lost })).status).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect((await end(token, id)).status).toBe(404);
});

test("A session of another user is answered like one that does not exist", async () => {
  await claimedUser(it, "ada@example.com");
  await claimedUser(it, "eve@example.com");
  const ada = await logInWith("ada@example.com", firefox);
  const eve = await logInWith("eve@example.com", firefox);
  const [{ id }] = await list(ada);
  const others = await end(eve, id);
  const unknown = await end(eve, "00000000-0000-4000-8000-000000000000");
  expect([others.status, others.body]).toEqual([unknown.status, unknown.body]);
  expect(others).toMatchObject({ status: 404, body: { code: "not-found" } });
  expect(await list(ada)).toHaveLength(1);
  expect((await end(eve, "not-an-id")).status).toBe(404);
});

test("Ending all other sessions keeps those of other users", async () => {
  await claimedUser(it, "all@example.com");
  const others = [await logInWith("all@example.com", "a"), await logInWith("all@example.com", "b")];
  const stranger = await logInAs("stranger@example.com");
  const token = await logInWith("all@example.com", firefox);
  expect((await call(it, "DELETE", "/me/sessions", { token })).status).toBe(204);
  for (const ended of others)
    expect((await call(it, "GET", "/me", { token: ended })).status).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect(await list(stranger)).toHaveLength(1);
});

test("Ended sessions are not listed, and the purge deletes only what has expired", async () => {
  await claimedUser(it, "purge@example.com");
  await leaveTraces("old");
  await logInWith("purge@example.com", "old");
  it.advance(sessionIdleLife);
  // From a device that is known: a new one gets a mail with a link, which is kept for a week.
  const token = await logInWith("purge@example.com", "old");
  await leaveTraces("new");
  expect(await list(token)).toHaveLength(1);
  await purge(it.portal);
  const { database } = it.portal;
  expect(await database.$count(sessions)).toBe(2);
  for (const table of [oneTimeTokens, signUps, emailChanges]) {
    const rows = await database.select({ email: table.email }).from(table);
    expect(new Set(rows.map(({ email }) => email.split("@")[0]))).toEqual(new Set(["new"]));
  }
  const counters = await database.select().from(rateLimits);
  expect(counters.length).toBeGreaterThan(0);
  expect(counters.every(({ expiresAt }) => expiresAt > it.portal.now())).toBe(true);
  it.advance(30 * 60_000);
  await purge(it.portal);
  expect([await database.$count(signUps), await database.$count(emailChanges)]).toEqual([0, 0]);
  expect(await database.$count(sessions)).toBe(2);
});
