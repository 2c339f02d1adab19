import * as z from "zod/mini";
import type { Part } from "../routes.ts";
import type { ErrorCode } from "./errors.ts";

/** Required access of an endpoint: none, or a session of any user, active member, reviewer or admin. */
export type EndpointAccess = "anyone" | "user" | "member" | "reviewer" | "admin";

/** A call of the API. `path` is below `/api`, with its parameters as `:name`. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Largest body in bytes, if not that of other calls. */
  maxBodyBytes?: number;
  /** The body is a file, of any type: a Blob in the renderer, a stream on the server. */
  upload?: { maxBytes: number };
  answer: z.ZodMiniType;
  /** Content type of a file; without it the answer is JSON. `answer` is then `file`. */
  media?: "application/json" | "application/pdf" | "text/calendar" | "text/csv";
  /** HTTP status of success, 200 unless given. */
  status?: 201 | 202 | 204;
  /** A short English description of the call, for the OpenAPI page. */
  summary?: string;
  /** Checked before the body is read; `anyone` unless given. */
  access?: EndpointAccess;
  /** The parts that the call belongs to: with one of them off, the answer is 404 for everybody. */
  parts?: readonly Part[];
  /** Codes of failures that do not follow from the rest of the definition. */
  errors?: readonly ErrorCode[];
  /** Whether the answer has an ETag: whoever holds it gets 304. */
  hasETag?: true;
  /** Whether the call requires the header `Idempotency-Key`. */
  idempotent?: true;
};

/** Declares a call. Marked as free of side effects, so that bundlers drop unused definitions. */
// @__NO_SIDE_EFFECTS__
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export const successStatus = ({ status }: Pick<Endpoint, "status">): number => status ?? 200;

/** An answer whose body is ignored: empty, or any content of another backend. */
export const noContent = z.any();

/** An answer that is a file of the type that the endpoint names: a Blob in the renderer. */
export const file = z.unknown();

/** Header that identifies repetitions of the same submit. */
export const idempotencyHeader = "idempotency-key";

export const clientVersionHeader = "x-client-version";

export const requestIdHeader = "x-request-id";

/** Header of reads that a window repeats by itself: they do not extend the session, which would never end otherwise. */
export const backgroundHeader = "x-background";
