import * as z from "zod/mini";

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
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** An answer whose body is of no interest: empty, or whatever a foreign backend sends. */
export const noContent = z.any();

/** Header by which one submit and its repetitions are known as the same. */
export const idempotencyHeader = "idempotency-key";

/** Header by which the client tells its version. */
export const clientVersionHeader = "x-client-version";
