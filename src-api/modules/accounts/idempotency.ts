import { createHash } from "node:crypto";
import { dayMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, lte } from "#api/infra/database/drizzle.ts";
import { idempotencyKeys } from "./schema.ts";

/** How long a request is known by its key. A key that a device has stored can be used for something new afterwards. */
export const keyLifeMs = dayMs;

type KeyedRequest = {
  userId: string;
  /** Of the header `Idempotency-Key`. */
  key: string;
  /** What it asks for, without secrets. */
  content: unknown;
  now: Date;
};

/**
 * Makes something once for each key of a user, who is locked. Returns the id of what this request has made, or the same one before.
 * Throws `idempotency-key-reused` where the one before asked for something else.
 */
export async function performOnce(
  tx: Database,
  { userId, key, content, now }: KeyedRequest,
  make: () => Promise<string>,
): Promise<{ id: string; isRepeated: boolean }> {
  const sameKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  const lastExpired = new Date(now.getTime() - keyLifeMs);
  await tx.delete(idempotencyKeys).where(and(sameKey, lte(idempotencyKeys.createdAt, lastExpired)));
  const requestHash = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
  const [earlier] = await tx.select().from(idempotencyKeys).where(sameKey);
  if (earlier) {
    if (earlier.requestHash !== requestHash) throw new ApiError("idempotency-key-reused");
    return { id: earlier.madeId, isRepeated: true };
  }
  const id = await make();
  await tx.insert(idempotencyKeys).values({ userId, key, requestHash, madeId: id, createdAt: now });
  return { id, isRepeated: false };
}

/** Frees the keys of the requests that have made these: sent again, they make something new. */
export const freeKeysOf = (tx: Database, madeIds: readonly string[]) =>
  tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.madeId, [...madeIds]));
