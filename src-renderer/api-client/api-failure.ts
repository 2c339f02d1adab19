import type { ErrorCode } from "#shared/api/errors.ts";

/**
 * Why a call failed. `unauthorized`: 401; `offline`: no connection; `timeout`: no answer in time;
 * `rejected`: the server refused it (4xx, or one of our error codes); `aborted`: the caller cancelled
 * it, so nothing is shown; `unexpected`: everything else.
 */
export type FailureKind =
  | "unauthorized"
  | "offline"
  | "timeout"
  | "rejected"
  | "unexpected"
  | "aborted";

export type ApiFailure = {
  kind: FailureKind;
  /** What was tried: method and path of the call. */
  act?: string;
  /** The server's message, else the error's own, else empty (specification, section 8). */
  message: string;
  status?: number;
  code?: ErrorCode;
  /** Seconds after which the server allows another try. */
  retryAfter?: number;
  /** Names the request in the server's log. */
  reference?: string;
  /** Messages by field name, in the caller's language. */
  fields?: Record<string, string>;
};

/** The result of every call; calls never throw. */
export type ApiResult<T> = { data: T; error: null } | { data: null; error: ApiFailure };
