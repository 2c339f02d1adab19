import type { FastifyInstance, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import Negotiator from "negotiator";
import {
  isActiveMember,
  isAdmin,
  isReviewer,
  type MembershipHolder,
} from "#shared/active-member.ts";
import { servedLanguage, type Language, type PortalLanguages } from "#shared/languages.ts";
import { backgroundHeader } from "#shared/api/endpoint.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import { ApiError } from "#api/infra/api-error.ts";

export type Session = MembershipHolder & {
  id: string;
  /** Hash of the token that the request carried; the session's token may be another one by now. */
  tokenHash: string;
  userId: string;
  email: string;
  name: string;
  /** In which mails are written. */
  language: Language;
  subscriptionPending: boolean;
  /** A renewal was not paid. Whether a late payment is under way, modules that know of payments add to answers. */
  subscriptionPastDue: boolean;
  /** By which factors it began, as the accounts module names them. */
  factors: string;
  /** Whether the user has no password, and logs in by mailed codes. */
  lacksPassword: boolean;
  /** Whether the user is an admin without the rights of one, because a second factor is missing. */
  lacksAdminFactor: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Null without a token, or with an expired or revoked one. */
    session: Session | null;
    /** The language of the answer, negotiated from Accept-Language. */
    language: Language;
  }
  interface FastifyInstance {
    sessionStore: SessionStore;
  }
}

/** Access to the stored sessions, provided by the accounts module. */
export type SessionStore = {
  /** Returns the active session of a token, or null. `isUse`: whether the request is a use of it, which extends it. */
  find: (token: string, isUse: boolean) => Promise<Session | null>;
  /** Returns the active session with an id, which signed addresses contain, or null. */
  findById: (id: string) => Promise<Session | null>;
};

const bearerToken = (header: string | undefined): string | null =>
  /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1] ?? null;

/** Returns the session; throws 401 without one. */
export function requireUser(request: FastifyRequest): Session {
  if (!request.session) throw new ApiError("unauthorized");
  return request.session;
}

/** Names the reason why a session may not do something: an admin can add the missing factor. */
const refusal = ({ lacksAdminFactor }: Session, code: ErrorCode) =>
  new ApiError(lacksAdminFactor ? "admin-factor-needed" : code);

/** Returns the session of an active member; throws 401 or 403. */
export function requireActiveMember(request: FastifyRequest): Session {
  const session = requireUser(request);
  if (!isActiveMember("held", session)) throw refusal(session, "membership-required");
  return session;
}

/** Returns the session of a reviewer or an admin; throws 401 or 403. */
export function requireReviewer(request: FastifyRequest): Session {
  const session = requireUser(request);
  if (!isReviewer(session)) throw refusal(session, "forbidden");
  return session;
}

/** Returns the session of an admin; throws 401 or 403. */
export function requireAdmin(request: FastifyRequest): Session {
  const session = requireUser(request);
  if (!isAdmin(session)) throw refusal(session, "forbidden");
  return session;
}

/** The region or script after a language in Accept-Language: "-PL" of "pl-PL". */
const subtags = /(?<=(?:^|,)\s*[a-z]{2,3})-[\w-]+/gi;

/** Returns the portal's language that Accept-Language prefers. Regions do not count, which negotiator would prefer. */
function negotiateLanguage(header: string | undefined, portal: PortalLanguages): Language {
  if (header === undefined) return portal[0];
  const headers = { "accept-language": header.replaceAll(subtags, "") };
  return servedLanguage(portal, new Negotiator({ headers }).language([...portal]));
}

/** Loads the session of each request, and negotiates the language of its answer. */
export default plugin(async (app: FastifyInstance, { store }: { store: SessionStore }) => {
  app.decorate("sessionStore", store);
  app.decorateRequest("session", null);
  app.decorateRequest("language", "en");
  app.addHook("onRequest", async (request) => {
    const { headers } = request;
    request.language = negotiateLanguage(headers["accept-language"], app.portal.brand.languages);
    const token = bearerToken(headers.authorization);
    const isUse = request.method !== "GET" || headers[backgroundHeader] === undefined;
    const session = token ? await store.find(token, isUse) : null;
    const portal = app.portal.brand.languages;
    request.session = session && {
      ...session,
      language: servedLanguage(portal, session.language),
    };
  });
});
