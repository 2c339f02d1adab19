import type { ErrorCode } from "../../src-shared/api/errors.ts";

/**
 * Why a call failed. `unauthorized`: 401; `offline`: no connection; `timeout`: no answer in time;
 * `rejected`: the server refused it (4xx, or a code of ours); `unexpected`: everything else;
 * `aborted`: the caller left, nobody is to be told.
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
  /** The server's message, else the error's own, else empty (specification, section 8). */
  message: string;
  status?: number;
  code?: ErrorCode;
  /** Seconds after which the server said to try again. */
  retryAfter?: number;
  /** Messages by field name, in the caller's language. */
  fields?: Record<string, string>;
};

/** What every call yields; it never throws. */
export type ApiResult<T> = { data: T; error: null } | { data: null; error: ApiFailure };
