import { expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  call,
  importedUser,
  lastMail,
  mailedCode,
  newPassword,
  otherCode,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { loginCodes, sessions } from "./schema.ts";

const portal = await forFile(createTestPortal());
const { database } = portal.portal;

const count = (statuses: number[], status: number) =>
  statuses.filter((candidate) => candidate === status).length;

const ask = (email: string, network = 1) =>
  call(portal, "POST", "/login/mail", {
    body: { email, language: "en" },
    ip: `203.0.${network}.1`,
  });
const enter = (id: string, code: string, at = 0) =>
  call(portal, "POST", `/login/mail/${id}/code`, { body: { code }, ip: `198.51.100.${at}` });

async function asked(email: string, network = 1): Promise<{ id: string; code: string }> {
  const { body } = await ask(email, network);
  return { id: body.id, code: mailedCode(lastMail(portal, email)) };
}

/** Enters the codes at the same time, each from another network, and returns the statuses. */
async function enterAtOnce(entries: { id: string; code: string }[]): Promise<number[]> {
  const answers = await Promise.all(entries.map(({ id, code }, at) => enter(id, code, at)));
  return answers.map(({ status }) => status);
}

const sessionsOf = (userId: string) => database.$count(sessions, eq(sessions.userId, userId));

test("Of 50 concurrent guesses five are checked, then the right code is refused too", async () => {
  const userId = await importedUser(portal, "parallel@example.com");
  const { id, code } = await asked("parallel@example.com");
  const guesses = Array.from({ length: 50 }, () => ({ id, code: otherCode(code) }));
  const statuses = await enterAtOnce(guesses);
  expect([count(statuses, 422), count(statuses, 404)]).toEqual([5, 45]);
  expect((await enter(id, code)).status).toBe(404);
  expect(await sessionsOf(userId)).toBe(0);
});

test("A code entered five times at once begins one session", async () => {
  const userId = await importedUser(portal, "double@example.com");
  const entry = await asked("double@example.com");
  const statuses = await enterAtOnce(Array<typeof entry>(5).fill(entry));
  expect([count(statuses, 200), count(statuses, 404)]).toEqual([1, 4]);
  expect(await sessionsOf(userId)).toBe(1);
});

test("Several logins of one address that are requested and completed at once begin one session", async () => {
  const email = "rush@example.com";
  const userId = await importedUser(portal, email);
  const requested = await Promise.all([1, 2, 3].map((network) => ask(email, network)));
  const codes = portal.mails.filter(({ to }) => to === email).map(mailedCode);
  expect([requested.map(({ status }) => status), new Set(codes).size]).toEqual([
    [202, 202, 202],
    3,
  ]);
  await database.delete(loginCodes).where(eq(loginCodes.email, email));
  const entries = [await asked(email, 4), await asked(email, 5)];
  const statuses = await enterAtOnce(entries);
  expect([count(statuses, 200), count(statuses, 404)]).toEqual([1, 1]);
  expect(await sessionsOf(userId)).toBe(1);
  expect(await database.$count(loginCodes, eq(loginCodes.email, email))).toBe(0);
});

test("Several concurrent resends mail one code", async () => {
  const email = "impatient@example.com";
  await importedUser(portal, email);
  const { id } = await asked(email);
  portal.advance(60_000);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => call(portal, "POST", `/login/mail/${id}/resend`)),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 202), count(statuses, 429)]).toEqual([1, 3]);
  expect(portal.mails.filter(({ to }) => to === email)).toHaveLength(2);
});

test("Of two first passwords set at once by two devices one counts, and the other device is logged out", async () => {
  const email = "first@example.com";
  const userId = await importedUser(portal, email);
  const tokens = [];
  for (const network of [1, 2]) {
    const { id, code } = await asked(email, network);
    tokens.push((await enter(id, code)).body.token);
  }
  const body = { newPassword };
  const answers = await Promise.all(
    tokens.map((token) => call(portal, "POST", "/me/password", { token, body })),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 200), count(statuses, 401)]).toEqual([1, 1]);
  expect(await sessionsOf(userId)).toBe(1);
});
