import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { dummyHash } from "#api/infra/passwords/passwords.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, logIn, register } from "#api/testing/account-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { users } from "./schema.ts";

const count = 200;
const warmUp = 20;
/** Rate limits count per hour: the clock moves so that no request is refused. */
const betweenRequestsMs = 2 * hourMs;

const portal = await forFile(createTestPortal());
const accounts = Array.from({ length: count + warmUp }, (_, at) => ({
  id: randomUUID(),
  email: `known-${at}@example.com`,
  name: "Ada",
  // As cheap as the one that is verified for unknown addresses; sign-in.isolated.test.ts shows that one is.
  passwordHash: dummyHash,
  roles: ["ROLE_USER" as const],
  language: "en" as const,
  createdAt: portal.portal.now(),
}));
await portal.portal.database.insert(users).values(accounts);

/** Returns the processor time in ms of a request and its jobs, which a busy machine does not change. */
async function workOf(request: () => Promise<{ status: number }>): Promise<number> {
  portal.advance(betweenRequestsMs);
  const before = process.cpuUsage();
  const { status } = await request();
  const { user, system } = process.cpuUsage(before);
  if (status === 429 || status >= 500) throw new Error(`A request got ${status}.`);
  return (user + system) / 1000;
}

/** Returns the share of all pairs in which the value of `a` is the greater one (the area under the ROC curve). */
const shareGreater = (a: number[], b: number[]) =>
  a
    .flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)))
    .reduce<number>((sum, n) => sum + n, 0) /
  (a.length * b.length);

const requests: Record<string, (email: string) => Promise<{ status: number }>> = {
  registering: (email) => register(portal, email),
  "asking for a reset link": (email) =>
    call(portal, "POST", "/forgot-password", { body: { email } }),
  "logging in with a wrong password": (email) => logIn(portal, email, "not the password"),
};

test.each(Object.entries(requests))(
  "%s costs as much processor time for unknown addresses as for known ones",
  async (_, send) => {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let at = 0; at < count + warmUp; at++) {
      const pair = [
        { work: known, email: `known-${at}@example.com` },
        { work: unknown, email: `nobody-${at}@example.com` },
      ];
      for (const { work, email } of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const ms = await workOf(() => send(email));
        if (at >= warmUp) work.push(ms);
      }
    }
    // Four standard errors of samples from one source: exceeded by chance once in 16,000 times.
    const bound = 4 * Math.sqrt((2 * count + 1) / (12 * count * count));
    expect(Math.abs(shareGreater(known, unknown) - 0.5)).toBeLessThan(bound);
  },
);
