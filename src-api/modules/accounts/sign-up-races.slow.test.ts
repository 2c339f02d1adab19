import { expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { sessions, signUps, users } from "./schema.ts";
import {
  call,
  enterCode,
  lastMail,
  mailedCode,
  otherCode,
  register,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const count = (statuses: number[], status: number) =>
  statuses.filter((candidate) => candidate === status).length;

async function signUp(email: string): Promise<{ id: string; code: string }> {
  const { body } = await register(portal, email);
  return { id: body.id, code: mailedCode(lastMail(portal, email)) };
}

/** Enters the codes at the same time, each from another network, and returns the statuses. */
async function enterAtOnce(entries: { id: string; code: string }[]): Promise<number[]> {
  const answers = await Promise.all(
    entries.map(({ id, code }, at) => enterCode(portal, id, code, `198.51.100.${at}`)),
  );
  return answers.map(({ status }) => status);
}

test("Of 50 concurrent guesses five are checked, then the right code is refused too", async () => {
  const { id, code } = await signUp("parallel@example.com");
  const guesses = Array.from({ length: 50 }, () => ({ id, code: otherCode(code) }));
  const statuses = await enterAtOnce(guesses);
  expect([count(statuses, 422), count(statuses, 404)]).toEqual([5, 45]);
  expect((await enterCode(portal, id, code)).status).toBe(404);
});

test("A code entered 20 times at once creates one account and one session", async () => {
  const email = "double@example.com";
  const entry = await signUp(email);
  const statuses = await enterAtOnce(Array<typeof entry>(20).fill(entry));
  expect([count(statuses, 201), count(statuses, 404)]).toEqual([1, 19]);
  const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
  const ofUser = eq(sessions.userId, user?.id ?? "");
  expect(await portal.portal.database.$count(sessions, ofUser)).toBe(1);
});

test("Several sign-ups of one address completed at once create one account", async () => {
  const email = "rush@example.com";
  const entries = [];
  for (let at = 0; at < 5; at += 1) entries.push(await signUp(email));
  const statuses = await enterAtOnce(entries);
  expect([count(statuses, 201), count(statuses, 404)]).toEqual([1, 4]);
  expect(await portal.portal.database.$count(users, eq(users.email, email))).toBe(1);
  expect(await portal.portal.database.$count(signUps, eq(signUps.email, email))).toBe(0);
});

test("Several concurrent resends mail one code", async () => {
  const email = "impatient@example.com";
  const { id } = await signUp(email);
  portal.advance(60_000);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => call(portal, "POST", `/register/${id}/resend`)),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 202), count(statuses, 429)]).toEqual([1, 3]);
  expect(portal.mails.filter(({ to }) => to === email)).toHaveLength(2);
});
