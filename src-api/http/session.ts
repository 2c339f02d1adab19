import type { FastifyInstance, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import Negotiator from "negotiator";
import { isActiveMember, isAdmin, type MembershipHolder } from "../../src-shared/active-member.ts";
import {
  defaultLanguage,
  isLanguage,
  languages,
  type Language,
} from "../../src-shared/languages.ts";
import { ApiError } from "../infra/api-error.ts";

/** A live session, loaded from its Bearer token. */
export type Session = MembershipHolder & {
  id: string;
  userId: string;
  email: string;
  name: string;
  language: Language;
  subscriptionPending: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Null without a token, and with a dead one. */
    session: Session | null;
    /** Negotiated from Accept-Language. */
    language: Language;
  }
}

/** Where sessions are kept; the accounts module provides it. */
export type SessionStore = {
  /** Returns the live session of a Bearer token, or null. */
  find: (token: string) => Promise<Session | null>;
  /** Records the language that a user uses the portal in: mails are written in it. */
  setLanguage: (userId: string, language: Language) => Promise<void>;
};

/** The token of an Authorization header, or null. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1] ?? null;

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

/** Returns the language of ours that Accept-Language asks for first, else the default one. */
function negotiateLanguage({ headers }: FastifyRequest): Language {
  const accepted = new Negotiator({ headers }).language([...languages]);
  return isLanguage(accepted) ? accepted : defaultLanguage;
}

/** Identifies the caller and negotiates the language of the answer. */
export default plugin(async (app: FastifyInstance, { store }: { store: SessionStore }) => {
  app.decorateRequest("session", null);
  app.decorateRequest("language", "en");
  app.addHook("onRequest", async (request) => {
    const { headers } = request;
    const language = negotiateLanguage(request);
    request.language = language;
    const token = bearerToken(headers.authorization);
    if (token) request.session = await store.find(token);
    const { session } = request;
    if (!session || !headers["accept-language"] || session.language === language) return;
    await store.setLanguage(session.userId, language);
    session.language = language;
  });
});
