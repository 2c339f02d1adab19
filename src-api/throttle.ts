import { eq, sql } from "drizzle-orm";
import { ApiError } from "./api-error.ts";
import { rateLimits } from "./database/schema.ts";
import { hashToken } from "./plugins/session.ts";
import type { Portal } from "./portal.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * How often an action may be tried in a window (ms) that begins with the first try: by one client
 * for one subject (an address, a user), and by one client altogether.
 *
 * Nothing is counted by address alone. Whoever guesses at somebody's password locks out only his
 * own network: the owner, coming from another one, still gets in (security row 28).
 */
const limits = {
  login: { window: 15 * minute, perSubject: 10, perClient: 100 },
  password: { window: 15 * minute, perSubject: 10, perClient: 100 },
  register: { window: hour, perSubject: 5, perClient: 60 },
  "forgot-password": { window: hour, perSubject: 5, perClient: 60 },
  "change-email": { window: hour, perSubject: 10, perClient: 60 },
  "sign-up-code": { window: hour, perSubject: 100, perClient: 300 },
  "email-code": { window: hour, perSubject: 100, perClient: 300 },
  discount: { window: 15 * minute, perSubject: 30, perClient: 200 },
  contact: { window: hour, perSubject: 5, perClient: 20 },
} as const;

export type ThrottledAction = keyof typeof limits;

/** A client is one IPv4 address, or the /64 network that an IPv6 client has to itself. */
export function clientNetwork(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const rest = tail.split(":").filter(Boolean);
    groups.push(...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest);
  }
  return groups.slice(0, 4).join(":");
}

/** Hashed: the table needs no addresses, neither of mail nor of the network. */
const keysOf = (action: ThrottledAction, ip: string, subject: string) => {
  const client = clientNetwork(ip);
  return {
    perSubject: hashToken(JSON.stringify([action, client, subject])),
    perClient: hashToken(JSON.stringify([action, client])),
  };
};

/** Counts one try, in one statement, so that processes and parallel requests share the counter. */
async function count({ database, now }: Portal, key: string, window: number) {
  const at = now();
  const over = sql`${rateLimits.expiresAt} <= ${at.toISOString()}::timestamptz`;
  const [counter] = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt: new Date(at.getTime() + window) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${over} then 1 else ${rateLimits.points} + 1 end`,
        expiresAt: sql`case when ${over} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning({ points: rateLimits.points, expiresAt: rateLimits.expiresAt });
  if (!counter) throw new Error("A counter was not written.");
  return { points: counter.points, rest: counter.expiresAt.getTime() - at.getTime() };
}

/**
 * Counts a try of an action from an IP address for a subject, before anything costly is done for
 * it. Throws `too-many-requests` with the seconds to wait once there were too many.
 */
export async function throttle(
  portal: Portal,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  const { window, perSubject, perClient } = limits[action];
  const keys = keysOf(action, ip, subject);
  const bySubject = await count(portal, keys.perSubject, window);
  const byClient = await count(portal, keys.perClient, window);
  const waits = [
    bySubject.points > perSubject ? bySubject.rest : 0,
    byClient.points > perClient ? byClient.rest : 0,
  ];
  const wait = Math.max(...waits);
  if (wait > 0) throw new ApiError("too-many-requests", { retryAfter: Math.ceil(wait / 1000) });
}

/** Takes a try that turned out right back: only failures are to use the limit up. */
export async function forgiveTry(
  { database }: Portal,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  const { perSubject, perClient } = keysOf(action, ip, subject);
  await database.delete(rateLimits).where(eq(rateLimits.key, perSubject));
  await database
    .update(rateLimits)
    .set({ points: sql`${rateLimits.points} - 1` })
    .where(eq(rateLimits.key, perClient));
}

// MERGE: a stand-in; the full version of `throttleRecipient` (branch on throttles) replaces it.
const mailsAnHour = 5;

/** Counts a mail to an address, whoever asks for it; throws `too-many-requests` after five in an hour. */
export async function throttleRecipient(portal: Portal, email: string): Promise<void> {
  const { points, rest } = await count(portal, hashToken(JSON.stringify(["mail", email])), hour);
  if (points <= mailsAnHour) return;
  throw new ApiError("too-many-requests", { retryAfter: Math.ceil(rest / 1000) });
}
