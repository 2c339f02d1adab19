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
