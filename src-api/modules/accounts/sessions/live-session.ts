import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Session } from "../../../http/session.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Portal } from "../../../portal.ts";
import { subscriptions } from "../../billing/schema.ts";
import { sessions, users } from "../schema.ts";

const minute = 60_000;
/** Lifetimes of a session in ms: since it was last used, and since login (set at login). */
export const sessionIdleLife = 14 * 24 * 60 * minute;
export const sessionLife = 90 * 24 * 60 * minute;
/** `lastSeenAt` is written at most this often. */
const seenResolution = minute;

/** The live session of a token's hash, with what policies ask of its user; null when dead. */
export async function loadSession(portal: Portal, tokenHash: string): Promise<Session | null> {
  return loadSessionWhere(portal, eq(sessions.tokenHash, tokenHash));
}

/** The same for the id that a signed address of media carries. */
export async function loadSessionById(portal: Portal, id: string): Promise<Session | null> {
  return loadSessionWhere(portal, eq(sessions.id, id));
}

async function loadSessionWhere(
  { database, now }: Portal,
  condition: ReturnType<typeof eq>,
): Promise<Session | null> {
  const at = now();
  const owned = and(
    eq(subscriptions.userId, users.id),
    or(isNull(subscriptions.endsAt), gt(subscriptions.endsAt, at)),
  );
  const has = (status: "active" | "pending") =>
    sql<boolean>`exists (select 1 from ${subscriptions} where ${owned} and ${subscriptions.status} = ${status})`;
  const [row] = await database
    .select({
      id: sessions.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
      roles: users.roles,
      lastSeenAt: sessions.lastSeenAt,
      subscriptionOwned: has("active"),
      subscriptionPending: has("pending"),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        condition,
        gt(sessions.expiresAt, at),
        gt(sessions.lastSeenAt, new Date(at.getTime() - sessionIdleLife)),
      ),
    );
  // An account from before addresses were proven first is not signed in to.
  if (!row?.email) return null;
  if (at.getTime() - row.lastSeenAt.getTime() > seenResolution) {
    await database.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, row.id));
  }
  const { email, lastSeenAt: _, ...session } = row;
  return { ...session, email };
}

/** Records the language that a user uses the portal in: mails are written in it. */
export async function setLanguage(
  { database }: Portal,
  userId: string,
  language: Language,
): Promise<void> {
  await database.update(users).set({ language }).where(eq(users.id, userId));
}
