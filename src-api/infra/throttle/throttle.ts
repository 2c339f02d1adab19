import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { and, eq, gt, sql, inArray } from "#api/infra/database/drizzle.ts";
import { networksOf, clientNetwork, widestNetwork } from "./networks.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { admitInTurn, type Lane } from "#api/infra/passwords/passwords.ts";
import type { Services } from "#api/infra/services.ts";
import { rateLimits } from "./schema.ts";
import { Lru } from "toad-cache";
import { hashToken } from "#api/infra/tokens.ts";

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
  invitation: { windowMs: hourMs, perSubject: 10, perClient: 60 },
  "change-email": { windowMs: hourMs, perSubject: 10, perClient: 60 },
  "login-mail": { windowMs: hourMs, perSubject: 5, perClient: 60 },
  "login-code": { windowMs: hourMs, perSubject: 100, perClient: 300 },
  "sign-up-code": { windowMs: hourMs, perSubject: 100, perClient: 300 },
  "email-code": { windowMs: hourMs, perSubject: 100, perClient: 300 },
  discount: { windowMs: 15 * minuteMs, perSubject: 30, perClient: 200 },
  contact: { windowMs: hourMs, perSubject: 5, perClient: 20 },
  subscribe: { windowMs: hourMs, perSubject: 5, perClient: 60 },
  withdrawal: { windowMs: hourMs, perSubject: 5, perClient: 20 },
  "withdrawal-preview": { windowMs: hourMs, perSubject: 60, perClient: 60 },
  "judge-note": { windowMs: hourMs, perSubject: 30, perClient: 120 },
  // What admins do for members; subjects are the admins.
  "member-act": { windowMs: hourMs, perSubject: 300, perClient: 600 },
  "member-export": { windowMs: hourMs, perSubject: 10, perClient: 30 },
  "secret-preview": { windowMs: hourMs, perSubject: 20, perClient: 40 },
  // Subjects are the admins, as above: each asks a service elsewhere.
  "mail-test": { windowMs: hourMs, perSubject: 10, perClient: 20 },
  "webhook-test": { windowMs: hourMs, perSubject: 30, perClient: 60 },
  // The subject is the same for everybody: whoever guesses a key is stopped as a client.
  "read-key": { windowMs: hourMs, perSubject: 60, perClient: 60 },
  "payment-check": { windowMs: hourMs, perSubject: 30, perClient: 60 },
  // Services that read feeds for many people ask from few addresses.
  feed: { windowMs: hourMs, perSubject: 60, perClient: 1000 },
  calendar: { windowMs: hourMs, perSubject: 60, perClient: 1000 },
  // Sent by browsers on their own.
  "csp-report": { windowMs: hourMs, perSubject: 120, perClient: 120 },
} satisfies Record<string, Limits>;

type ThrottledAction = keyof typeof limits;

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
    await countAttempt(services, counters);
    if (guesses && !(await isKnownNetwork(services, ip, subject))) {
      await countFailure(services, subject);
    }
  };
  await (hashes ? admitInTurn(hashes, count) : count());
}

/** Verifies a password whose attempt was counted. Throws `busy`: the account's failure is not counted then. */
export async function verifyPasswordAttempt(
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
export async function refundAttempt(
  services: Services,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  await uncountAttempt(services, countersOf(action, ip, subject));
  if (!limitsOf(action).guesses) return;
  await undoAccountFailure(services, ip, subject);
  await trustNetwork(services, ip, subject);
}

/** Maximum number of remembered counters; the least recently used ones are dropped. */
const maxRemembered = 10_000;

/** Counters that are known to be over their limit, with the time when that ends, per `Services`. */
const refusalsOf = new WeakMap<Services, Lru<Date>>();

function refusals(services: Services): Lru<Date> {
  const known = refusalsOf.get(services) ?? new Lru<Date>(maxRemembered);
  refusalsOf.set(services, known);
  return known;
}

/** A counter that allows `limit` attempts in a window, which begins with the first one. */
export type Counter = { key: string; limit: number; windowMs: number };

/** Returns the key of a counter: a hash, so that the table contains no email or IP addresses. */
export const keyOf = (...parts: string[]): string => hashToken(JSON.stringify(parts));

/** Returns the seconds until a time, rounded up, at least one: the value of Retry-After. */
const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));

/** SQL condition: the window of a row has ended. */
export const isOver = (now: Date) =>
  sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`;

const tooMany = (until: Date, now: Date) =>
  new ApiError("too-many-requests", { retryAfter: secondsUntil(until, now) });

/** Throws `too-many-requests` when this process knows that a counter is over its limit, without a query. */
function refuseKnown(services: Services, counters: Counter[]): void {
  const now = services.now();
  for (const { key } of counters) {
    const until = refusals(services).get(key);
    if (until && until > now) throw tooMany(until, now);
  }
}

/** SQL that updates an existing row. */
const changedBy = (by: 1 | -1, at: Date) => ({
  points: sql`case when ${isOver(at)} then excluded.points else greatest(${rateLimits.points} + ${by}::int, 0) end`,
  expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
});

const levelName = (level: number) => `level_${level}`;

/** SQL that counts at one level, unless the previous level is over its limit. */
function countAt({ database, now }: Services, level: number, counter: Counter, before?: Counter) {
  const at = now();
  const expiresAt = new Date(at.getTime() + counter.windowMs).toISOString();
  const passed =
    before &&
    sql`where exists (select from ${sql.identifier(levelName(level - 1))} where points <= ${before.limit}::int)`;
  const counted = database
    .insert(rateLimits)
    .select(
      sql`select ${counter.key}::text, 1, ${expiresAt}::timestamptz, null::timestamptz ${passed}`,
    )
    .onConflictDoUpdate({ target: rateLimits.key, set: changedBy(1, at) })
    .returning({ points: rateLimits.points, expiresAt: rateLimits.expiresAt });
  return database.$with(levelName(level)).as(counted);
}

/** SQL that selects the level that refused; later levels did not count. */
const refusedLevel = (counters: Counter[]) =>
  sql.join(
    counters.map(
      ({ limit }, level) =>
        sql`select ${level}::int as level, expires_at from ${sql.identifier(levelName(level))} where points > ${limit}::int`,
    ),
    sql` union all `,
  );

/**
 * Counts an attempt at one level after the other until one refuses it, so that refused attempts of a client do not
 * use up the limits of its network. Throws `too-many-requests`, with the seconds to wait, when a limit is
 * exceeded. Uses one statement, so that processes and parallel requests share the counters.
 *
 * @param counters from the narrowest to the widest: rows are locked in this order, which prevents
 * deadlocks
 */
export async function countAttempt(services: Services, counters: Counter[]): Promise<void> {
  refuseKnown(services, counters);
  const levels = counters.map((counter, level) =>
    countAt(services, level, counter, counters[level - 1]),
  );
  const [refused] = await services.database
    .with(...levels)
    .select({
      level: sql<number>`level`,
      until: sql`expires_at`.mapWith(rateLimits.expiresAt),
    })
    .from(sql`(${refusedLevel(counters)}) as refused`);
  const counter = refused && counters[refused.level];
  if (!counter) return;
  refusals(services).set(counter.key, refused.until);
  throw tooMany(refused.until, services.now());
}

/** Undoes one counted attempt; earlier ones still count. */
export async function uncountAttempt(services: Services, counters: Counter[]): Promise<void> {
  const at = services.now();
  const rows = counters.map(({ key, windowMs }) => ({
    key,
    points: 0,
    expiresAt: new Date(at.getTime() + windowMs),
  }));
  await services.database
    .insert(rateLimits)
    .values(rows) // locked in the same order as in countAttempt
    .onConflictDoUpdate({ target: rateLimits.key, set: changedBy(-1, at) });
  for (const { key } of counters) refusals(services).delete(key);
}

/** Mails to one recipient within any window, in all and caused by one network. */
const mailsToOne = { limit: 5, perNetwork: 4, windowMs: hourMs };

/** Domains whose mailboxes ignore dots in the name; both name the same mailbox. */
const gmail = /^(gmail|googlemail)\.com$/;

/** Returns the mailbox of an address, as far as known: without a tag, at Gmail without dots. */
function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  if (!gmail.test(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}

/** Mails are counted where they are sent, which may be in a transaction. */
type MailCounts = Pick<Services, "database" | "now">;

/** Takes a slot for a mail; returns false if another mail took it within the last hour. */
async function acquireSlot({ database, now }: MailCounts, key: string): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + mailsToOne.windowMs);
  const rows = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt }, setWhere: isOver(at) })
    .returning({ key: rateLimits.key });
  return rows.length > 0;
}

/** Takes one of the slots and returns its key. Throws `too-many-requests` when all are taken. */
async function acquireAnySlot(services: MailCounts, slots: string[]): Promise<string> {
  for (const slot of slots) if (await acquireSlot(services, slot)) return slot;
  const [row] = await services.database
    .select({ next: sql<string>`min(${rateLimits.expiresAt})` })
    .from(rateLimits)
    .where(inArray(rateLimits.key, slots));
  const now = services.now();
  const retryAfter = secondsUntil(new Date(row?.next ?? now), now);
  throw new ApiError("too-many-requests", { retryAfter });
}

const slotsOf = (count: number, ...whose: string[]) =>
  Array.from({ length: count }, (_, place) => keyOf("recipient", ...whose, String(place)));

/**
 * Counts a mail to a recipient before it is sent: at most five in any hour, four of them caused by
 * one network, so that nobody elsewhere can block all mails to the owner. Throws
 * `too-many-requests` with the seconds until the next one. Must be called whether or not the
 * address has an account: otherwise the answer would reveal it.
 */
export async function throttleRecipient(
  services: MailCounts,
  email: string,
  ip: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  const { limit, perNetwork } = mailsToOne;
  const ofNetwork = await acquireAnySlot(services, slotsOf(perNetwork, mailbox, widestNetwork(ip)));
  try {
    await acquireAnySlot(services, slotsOf(limit, mailbox));
  } catch (error) {
    await services.database.delete(rateLimits).where(eq(rateLimits.key, ofNetwork));
    throw error;
  }
}

/** Mails of one kind about one account within any hour (ms). */
const maxMails = 5;
const withinMs = hourMs;

/** Counts a mail about the user's own account. Returns false, with nothing to send, after five within an hour. */
export async function countMailAbout(
  { database, now }: MailCounts,
  kind: string,
  userId: string,
): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + withinMs);
  const counted = await database
    .insert(rateLimits)
    .values({ key: keyOf("own-mail", kind, userId), points: 1, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver(at)} then 1 else ${rateLimits.points} + 1 end`,
        expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
      setWhere: sql`${isOver(at)} or ${rateLimits.points} < ${maxMails}`,
    })
    .returning({ key: rateLimits.key });
  return counted.length > 0;
}
