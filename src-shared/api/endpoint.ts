import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** Who may call an endpoint: anyone, or only with a session: any user, an active member, an admin. */
export type EndpointAccess = "anyone" | "user" | "member" | "admin";

/**
 * One call of the API: what client and server agree on. `path` is below the API base (`/api`) and
 * names its parameters as `:name`.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer: z.ZodMiniType;
  /** HTTP status of success, 200 unless given. */
  status?: 201 | 202 | 204;
  /** What the call does, in a few words of English, for the description of the API. */
  summary?: string;
  /** Checked before the body is read; `anyone` unless given. */
  access?: EndpointAccess;
  /** Codes of failures that do not follow from the rest of the definition. */
  errors?: readonly ErrorCode[];
  /** Whether the call wants the header `Idempotency-Key`. */
  idempotent?: true;
};

/** Declares a call. Definitions that a chunk does not use stay out of it. */
// @__NO_SIDE_EFFECTS__
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** HTTP status with which an endpoint answers when all went well. */
export const successStatus = ({ status }: Pick<Endpoint, "status">): number => status ?? 200;

/** An answer whose body is of no interest: empty, or whatever a foreign backend sends. */
export const noContent = z.any();

/** Header by which one submit and its repetitions are known as the same. */
export const idempotencyHeader = "idempotency-key";

/** Header by which the client tells its version. */
export const clientVersionHeader = "x-client-version";
