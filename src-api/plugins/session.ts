import { createHash } from "node:crypto";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { isActiveMember, isAdmin } from "../../src-shared/active-member.ts";
import { ApiError } from "../api-error.ts";
import { sessions, subscriptions, users } from "../database/schema.ts";
import { negotiateLanguage } from "../i18n/messages.ts";
import type { Portal, Session } from "../portal.ts";

const minute = 60_000;
/** Lifetimes of a session in ms: since it was last used, and since login (set at login). */
export const sessionIdleLife = 14 * 24 * 60 * minute;
export const sessionLife = 90 * 24 * 60 * minute;
/** `lastSeenAt` is written at most this often. */
const seenResolution = minute;

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** The token of an Authorization header, or null. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1] ?? null;

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

/** The session; throws 401 without a live one. */
export function requireUser(request: FastifyRequest): Session {
  if (!request.session) throw new ApiError("unauthorized");
  return request.session;
}

/** The token of the session; throws 401 without one. */
export function requireToken(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (!token) throw new ApiError("unauthorized");
  return token;
}

/** The session of an active member; throws 401 or 403. */
export function requireActiveMember(request: FastifyRequest): Session {
  const session = requireUser(request);
  if (!isActiveMember("held", session)) throw new ApiError("membership-required");
  return session;
}

/** The session of an admin; throws 401 or 403. */
export function requireAdmin(request: FastifyRequest): Session {
  const session = requireUser(request);
  if (!isAdmin(session)) throw new ApiError("forbidden");
  return session;
}

/** Mails follow the language that their reader uses the portal in. */
async function followLanguage({ database }: Portal, request: FastifyRequest): Promise<void> {
  const { session, language, headers } = request;
  if (!session || !headers["accept-language"] || session.language === language) return;
  await database.update(users).set({ language }).where(eq(users.id, session.userId));
  session.language = language;
}

/** Knows who asks, and in which language. */
export default plugin(async (app: FastifyInstance) => {
  app.decorateRequest("session", null);
  app.decorateRequest("language", "en");
  app.addHook("onRequest", async (request) => {
    request.language = negotiateLanguage(request.headers["accept-language"]);
    const token = bearerToken(request.headers.authorization);
    if (token) request.session = await loadSession(app.portal, hashToken(token));
    await followLanguage(app.portal, request);
  });
});
