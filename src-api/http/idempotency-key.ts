import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { idempotencyHeader } from "#shared/api/endpoint.ts";
import { ApiError } from "#api/infra/api-error.ts";

/** Returns the key that identifies a request which is sent again. Throws `idempotency-key-missing`. */
export function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers[idempotencyHeader];
  if (typeof key !== "string" || key.length < 8 || key.length > 100) {
    throw new ApiError("idempotency-key-missing");
  }
  return key;
}

/** Returns the hash of what a request asks for, which is stored with its key. */
export const requestHashOf = (request: unknown): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("base64url");

/** Throws `idempotency-key-reused` where the request that used the key before asked for something else. */
export function requireSameRequest(earlier: { requestHash: string }, requestHash: string): void {
  if (earlier.requestHash !== requestHash) throw new ApiError("idempotency-key-reused");
}
