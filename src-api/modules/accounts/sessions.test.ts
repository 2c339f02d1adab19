import { expect, test } from "vitest";
import { backgroundHeader } from "#shared/api/endpoint.ts";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { emailChanges, oneTimeTokens, sessions, signUps } from "./schema.ts";
import { sessionIdleLifeMs } from "./sessions.ts";
import { createSession, maxSessions } from "./sign-in.ts";
import { rateLimits } from "#api/infra/throttle/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, claimedUser, goodPassword, register } from "#api/testing/account-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { purge } from "#api/retention/retention.ts";

const portal = await forFile(createTestPortal());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function logInWith(email: string, userAgent: string): Promise<string> {
  const body = { email, password: goodPassword };
  const headers = { "user-agent": userAgent };
  return (await call(portal, "POST", "/login", { body, headers })).body.token;
}
async function logInAs(email: string): Promise<string> {
  await claimedUser(portal, email);
  return logInWith(email, firefox);
}

/** Creates a sign-up, a reset link and a change of address. */
async function leaveTraces(name: string): Promise<void> {
  const email = `${name}@example.com`;
  await register(portal, email);
  await call(portal, "POST", "/forgot-password", { body: { email } });
  const token = await logInAs(`${name}@example.org`);
  await call(portal, "PUT", "/me/email", { token, body: { email, password: goodPassword } });
}
const list = async (token: string) =>
  (await call(portal, "GET", "/me/sessions", { token })).body.items;
const end = (token: string, id: string) => call(portal, "DELETE", `/me/sessions/${id}`, { token });

test("Sessions are listed with readable device names, last used first, without hashes", async () => {
  await claimedUser(portal, "list@example.com");
  await logInWith("list@example.com", "");
  portal.advance(60_000);
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
  const id = await claimedUser(portal, email);
  const other = await logInAs("elsewhere@example.com");
  const tokens: string[] = [];
  for (let at = 0; at < maxSessions; at += 1) {
    portal.advance(1000);
    tokens.push(await createSession(portal.portal, id, firefox));
  }
  portal.advance(2 * hourMs);
  const [first = "", second = ""] = tokens;
  expect((await call(portal, "GET", "/me", { token: first })).status).toBe(200);
  await Promise.all([logInWith(email, firefox), logInWith(email, firefox)]);
  expect(await list(first)).toHaveLength(50);
  const [third = "", fourth = ""] = tokens.slice(2);
  const statusOf = async (token: string) => (await call(portal, "GET", "/me", { token })).status;
  expect(await Promise.all([first, second, third, fourth, other].map(statusOf))).toEqual([
    200, 401, 401, 200, 200,
  ]);
});

test("What a window reads by itself is no use of a session, which ends although it goes on", async () => {
  const token = await logInAs("idle@example.com");
  const headers = { [backgroundHeader]: "1" };
  const read = () => call(portal, "GET", "/me", { token, headers });
  const seenAt = async () =>
    (await portal.portal.database.select().from(sessions)).find(
      ({ tokenHash }) => tokenHash === hashToken(token),
    )?.lastSeenAt;
  const loggedInAt = await seenAt();
  portal.advance(10 * dayMs);
  expect((await read()).status).toBe(200);
  expect(await seenAt()).toEqual(loggedInAt);
  portal.advance(5 * dayMs);
  expect((await read()).status).toBe(401);

  // What changes something is done by its user.
  const other = await logInAs("busy@example.com");
  portal.advance(10 * dayMs);
  const body = { language: "pl" };
  await call(portal, "PUT", "/me/language", { token: other, headers, body });
  portal.advance(10 * dayMs);
  expect((await call(portal, "GET", "/me", { token: other })).status).toBe(200);
});

test("Ending one session keeps the others", async () => {
  await claimedUser(portal, "one@example.com");
  const lost = await logInWith("one@example.com", "lost phone");
  const token = await logInWith("one@example.com", firefox);
  const { id } = (await list(lost)).find(({ current }: { current: boolean }) => current);
  expect((await end(token, id)).status).toBe(204);
  expect((await call(portal, "GET", "/me", { token: lost })).status).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect((await end(token, id)).status).toBe(404);
});

test("A session of another user is answered like one that does not exist", async () => {
  await claimedUser(portal, "ada@example.com");
  await claimedUser(portal, "eve@example.com");
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
  await claimedUser(portal, "all@example.com");
  const others = [await logInWith("all@example.com", "a"), await logInWith("all@example.com", "b")];
  const stranger = await logInAs("stranger@example.com");
  const token = await logInWith("all@example.com", firefox);
  expect((await call(portal, "DELETE", "/me/sessions", { token })).status).toBe(204);
  for (const ended of others)
    expect((await call(portal, "GET", "/me", { token: ended })).status).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect(await list(stranger)).toHaveLength(1);
});

test("Ended sessions are not listed, and the purge deletes only what has expired", async () => {
  await claimedUser(portal, "purge@example.com");
  await leaveTraces("old");
  await logInWith("purge@example.com", "old");
  portal.advance(sessionIdleLifeMs);
  // From a device that is known: a new one gets a mail with a link, which is kept for a week.
  const token = await logInWith("purge@example.com", "old");
  await leaveTraces("new");
  expect(await list(token)).toHaveLength(1);
  await purge(portal.portal);
  const { database } = portal.portal;
  expect(await database.$count(sessions)).toBe(2);
  for (const table of [oneTimeTokens, signUps, emailChanges]) {
    const rows = await database.select({ email: table.email }).from(table);
    expect(new Set(rows.map(({ email }) => email.split("@")[0]))).toEqual(new Set(["new"]));
  }
  const counters = await database.select().from(rateLimits);
  expect(counters.length).toBeGreaterThan(0);
  expect(counters.every(({ expiresAt }) => expiresAt > portal.portal.now())).toBe(true);
  portal.advance(30 * minuteMs);
  await purge(portal.portal);
  expect([await database.$count(signUps), await database.$count(emailChanges)]).toEqual([0, 0]);
  expect(await database.$count(sessions)).toBe(2);
});
