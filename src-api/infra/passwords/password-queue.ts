import type { Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Piscina } from "piscina";
import { ApiError } from "../api-error.ts";

/**
 * Hashes at a time and hashes that wait. A hash takes about 30 ms of a processor: on two processors
 * the last in a full queue waits for two seconds, which somebody logging in still puts up with.
 */
export const hashing = { atATime: Math.max(1, availableParallelism() - 1), waiting: 60 };

/** Seconds until it makes sense to try again: a full queue is done by then. */
const retryAfter = 5;

let pool: Piscina<Argon2Parameters, Uint8Array> | null = null;

/** Threads of their own: those of libuv also read files, compress and resolve names. */
const startPool = () =>
  new Piscina<Argon2Parameters, Uint8Array>({
    filename: new URL("password-worker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: hashing.atATime,
    idleTimeout: 60_000,
  });

/** Throws `busy` when another password would find no place in the queue. */
function refuseWhenFull(): void {
  if (pool && pool.queueSize >= hashing.waiting) throw new ApiError("busy", { retryAfter });
}

/** How many may wait for admission: those at the end of more would wait too long anyway. */
export const mostInLine = 100;

let admission: Promise<unknown> = Promise.resolve();
let inLine = 0;

/**
 * Runs what comes before a password is hashed, one at a time, with other requests in between: of a
 * burst only as many reach the database as find a place in the queue. Throws `busy` otherwise, and at
 * once while too many wait for their turn.
 */
export async function admitInTurn(prepare: () => Promise<void>): Promise<void> {
  if (inLine >= mostInLine) throw new ApiError("busy", { retryAfter });
  const before = admission;
  const takeTurn = async () => {
    await before;
    await setImmediate();
    refuseWhenFull();
    await prepare();
  };
  inLine++;
  const turn = takeTurn().finally(() => inLine--);
  admission = turn.catch(() => {}); // the caller learns of it
  return turn;
}

/** Derives an argon2id hash once it is its turn. Throws `busy` when too many wait. */
export async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  refuseWhenFull();
  pool ??= startPool();
  return Buffer.from(await pool.run(parameters));
}
