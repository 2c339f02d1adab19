import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { and, eq, gt, sql } from "#api/infra/database/drizzle.ts";
import {
  countTry,
  keyOf,
  refuseKnown,
  uncountTry,
  type Counter,
  isOver,
  secondsUntil,
} from "./counters.ts";
import { networksOf, clientNetwork } from "./networks.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { admitInTurn, type Lane } from "#api/infra/passwords/password-queue.ts";
import type { Services } from "#api/infra/services.ts";
import { rateLimits } from "./schema.ts";

/** Failures within this time (ms) that cause no delay. One client cannot cause that many, nor delay the owner. */
export const accountDelay = { free: 50, withinMs: hourMs, maxMs: 15 * minuteMs };

const keyOfAccount = (subject: string) => keyOf("account", subject);

/**
 * Counts a failure of an account, from any network. Called before the password is verified, so that
 * parallel attempts count as well. After fifty failures within an hour, each one is followed by a
 * delay of 1, 2, 4 … seconds, until an hour passes without failures. Throws `too-many-requests`
 * during a delay; refused attempts are not counted.
 */
async function countFailure({ database, now }: Services, subject: string): Promise<void> {
  const key = keyOfAccount(subject);
  const at = now();
  const { free, withinMs, maxMs } = accountDelay;
  const failures = sql`case when ${isOver(at)} then 1 else ${rateLimits.points} + 1 end`;
  const delay = sql`least(power(2, least((${failures}) - ${free}::int, 20)), ${maxMs / 1000}::int)`;
  const counted = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt: new Date(at.getTime() + withinMs) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: failures,
        expiresAt: sql`case when ${isOver(at)} or (${failures}) >= ${free} then excluded.expires_at else ${rateLimits.expiresAt} end`,
        blockedUntil: sql`case when (${failures}) >= ${free} then ${at.toISOString()}::timestamptz + (${delay}) * interval '1 second' end`,
      },
      setWhere: sql`${isOver(at)} or ${rateLimits.blockedUntil} is null or ${rateLimits.blockedUntil} <= ${at.toISOString()}::timestamptz`,
    })
    .returning({ key: rateLimits.key });
  if (counted.length > 0) return;
  const [row] = await database.select().from(rateLimits).where(eq(rateLimits.key, key));
  const retryAfter = secondsUntil(row?.blockedUntil ?? at, at);
  throw new ApiError("too-many-requests", { retryAfter });
}

/** Undoes a counted failure and its delay, because the password was right. */
async function undoFailure({ database }: Services, subject: string): Promise<void> {
  await database
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)`, blockedUntil: null })
    .where(eq(rateLimits.key, keyOfAccount(subject)));
}

/** Time for which a network stays known after the last success. */
const knownForMs = 90 * dayMs;

const keyOfKnown = (ip: string, subject: string) => keyOf("known", clientNetwork(ip), subject);

/** Returns whether the account's owner was recently authenticated from this network. */
async function isKnownNetwork(
  { database, now }: Services,
  ip: string,
  subject: string,
): Promise<boolean> {
  const known = and(eq(rateLimits.key, keyOfKnown(ip, subject)), gt(rateLimits.expiresAt, now()));
  return (await database.$count(rateLimits, known)) > 0;
}

/** Marks a network as known for an account whose owner has proven it: failures elsewhere do not lock it out. */
export async function trustNetwork(
  { database, now }: Services,
  ip: string,
  subject: string,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + knownForMs);
  await database
    .insert(rateLimits)
    .values({ key: keyOfKnown(ip, subject), points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt } });
}

export { throttleRecipient } from "./recipients.ts";

type Limits = {
  /** From the first attempt. */
  windowMs: number;
  /** Attempts of one client for one subject (a mail address, a user). */
  perSubject: number;
  /** Attempts of one client in all; wider networks get a multiple of it. */
  perClient: number;
  /** Set where it hashes a password: in which lane it waits for that. */
  hashes?: Lane;
  /** Whether it guesses an account's secret: failures then delay others at the same account. */
  guesses?: true;
};

const limits = {
  login: {
    windowMs: 15 * minuteMs,
    perSubject: 10,
    perClient: 100,
    hashes: "visitors",
    guesses: true,
  },
  password: {
    windowMs: 15 * minuteMs,
    perSubject: 10,
    perClient: 100,
    hashes: "users",
    guesses: true,
  },
  "second-factor": { windowMs: 15 * minuteMs, perSubject: 10, perClient: 100, guesses: true },
  // Opening the login page asks for options, which costs one row.
  "passkey-options": { windowMs: 15 * minuteMs, perSubject: 300, perClient: 300 },
  passkey: { windowMs: 15 * minuteMs, perSubject: 60, perClient: 100 },
  register: { windowMs: hourMs, perSubject: 5, perClient: 60, hashes: "visitors" },
  "forgot-password": { windowMs: hourMs, perSubject: 5, perClient: 60 },
  "reset-password": { windowMs: hourMs, perSubject: 10, perClient: 60, hashes: "visitors" },
  "change-email": { windowMs: hourMs, perSubject: 10, perClient: 60 },
  "sign-up-code": { windowMs: hourMs, perSubject: 100, perClient: 300 },
  "email-code": { windowMs: hourMs, perSubject: 100, perClient: 300 },
  discount: { windowMs: 15 * minuteMs, perSubject: 30, perClient: 200 },
  contact: { windowMs: hourMs, perSubject: 5, perClient: 20 },
  withdrawal: { windowMs: hourMs, perSubject: 5, perClient: 20 },
  "withdrawal-preview": { windowMs: hourMs, perSubject: 60, perClient: 60 },
  "judge-note": { windowMs: hourMs, perSubject: 30, perClient: 120 },
  // What admins do for members; subjects are the admins.
  "member-act": { windowMs: hourMs, perSubject: 300, perClient: 600 },
  "member-export": { windowMs: hourMs, perSubject: 10, perClient: 30 },
  "secret-preview": { windowMs: hourMs, perSubject: 20, perClient: 40 },
  // Services that read feeds for many people ask from few addresses.
  feed: { windowMs: hourMs, perSubject: 60, perClient: 1000 },
  calendar: { windowMs: hourMs, perSubject: 60, perClient: 1000 },
  // Sent by browsers on their own.
  "csp-report": { windowMs: hourMs, perSubject: 120, perClient: 120 },
} satisfies Record<string, Limits>;

export type ThrottledAction = keyof typeof limits;

const limitsOf = (action: ThrottledAction): Limits => limits[action];

/** Multiples of a client's limit for its networks, narrowest first. */
const shares = [1, 2, 4];

/** Returns the counters of an attempt: the client for this subject, the client, its wider networks. */
export function countersOf(action: ThrottledAction, ip: string, subject: string): Counter[] {
  const { windowMs, perSubject, perClient } = limitsOf(action);
  const networks = networksOf(ip);
  const byNetwork = networks.map((network, i) => ({
    key: keyOf(action, network),
    limit: perClient * (shares[i] ?? 1),
    windowMs,
  }));
  return [{ key: keyOf(action, networks[0], subject), limit: perSubject, windowMs }, ...byNetwork];
}

/**
 * Counts an attempt of an action from an IP address for a subject; must be called before anything
 * costly is done. Throws `too-many-requests` with the seconds to wait after too many attempts from
 * that client, from its networks, or, where a secret is guessed, at that account. The last limit
 * does not apply to networks where the owner logged in before, so that guessing cannot lock the
 * owner out. Throws `busy` while too many passwords wait.
 */
export async function throttle(
  services: Services,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  const { hashes, guesses } = limitsOf(action);
  const counters = countersOf(action, ip, subject);
  refuseKnown(services, counters); // before it waits for admission
  const count = async () => {
    await countTry(services, counters);
    if (guesses && !(await isKnownNetwork(services, ip, subject))) {
      await countFailure(services, subject);
    }
  };
  await (hashes ? admitInTurn(hashes, count) : count());
}

/** Verifies a password whose attempt was counted. Throws `busy`: the account's failure is not counted then. */
export async function verifyTry(
  services: Services,
  { ip, subject }: { ip: string; subject: string },
  verify: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof ApiError && error.code === "busy") {
      await undoAccountFailure(services, ip, subject);
    }
    throw error;
  }
}

/** Undoes the failure at the account: failures from a known network are not counted there. */
async function undoAccountFailure(services: Services, ip: string, subject: string) {
  if (!(await isKnownNetwork(services, ip, subject))) await undoFailure(services, subject);
}

/** Undoes a counted attempt that succeeded; after a verified secret the network becomes known. */
export async function forgiveTry(
  services: Services,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  await uncountTry(services, countersOf(action, ip, subject));
  if (!limitsOf(action).guesses) return;
  await undoAccountFailure(services, ip, subject);
  await trustNetwork(services, ip, subject);
}
