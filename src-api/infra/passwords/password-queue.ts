import type { Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Piscina } from "piscina";
import { ApiError } from "../api-error.ts";

/** A hash takes about 30 ms: with two processors, the last one in a full queue waits two seconds. */
export const hashing = { atATime: Math.max(1, availableParallelism() - 1), waiting: 60 };

/** Retry-After in seconds: a full queue is empty by then. */
const retryAfter = 5;

let pool: Piscina<Argon2Parameters, Uint8Array> | null = null;

/** Uses its own threads: those of libuv also read files, compress and resolve names. */
const startPool = () =>
  new Piscina<Argon2Parameters, Uint8Array>({
    filename: new URL("password-worker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: hashing.atATime,
    idleTimeout: 60_000,
  });

/** Throws `busy` when the queue has no place for another password. */
function refuseWhenFull(): void {
  if (pool && pool.queueSize >= hashing.waiting) throw new ApiError("busy", { retryAfter });
}

/** Number of requests that may wait for admission; more would wait too long. */
export const maxWaiting = 100;

let admission: Promise<unknown> = Promise.resolve();
let waitingCount = 0;

/**
 * Runs the work that precedes a password hash, one request at a time, with other requests in
 * between: in a burst, only as many reach the database as the queue has places. Throws `busy` for
 * the others, and immediately when too many wait for admission.
 */
export async function admitInTurn(prepare: () => Promise<void>): Promise<void> {
  if (waitingCount >= maxWaiting) throw new ApiError("busy", { retryAfter });
  const previous = admission;
  const runInTurn = async () => {
    await previous;
    await setImmediate();
    refuseWhenFull();
    await prepare();
  };
  waitingCount++;
  const turn = runInTurn().finally(() => waitingCount--);
  admission = turn.catch(() => {}); // the caller handles it
  return turn;
}

/** Derives an argon2id hash when a thread is free. Throws `busy` when too many wait. */
export async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  refuseWhenFull();
  pool ??= startPool();
  return Buffer.from(await pool.run(parameters));
}

/** Returns how many passwords wait: for a thread, and for admission to that queue. */
export const passwordQueueLength = () => ({
  hashes: pool?.queueSize ?? 0,
  admission: waitingCount,
});
