import type { Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Piscina } from "piscina";
import { ApiError } from "../api-error.ts";

/**
 * Number of concurrent and of waiting hashes. A hash takes about 30 ms of CPU time: on two cores the last
 * one in a full queue waits two seconds, which is acceptable for a login.
 */
export const hashing = { atATime: Math.max(1, availableParallelism() - 1), waiting: 60 };

/** Seconds until the caller should retry; a full queue is processed by then. */
const retryAfter = 5;

let pool: Piscina<Argon2Parameters, Uint8Array> | null = null;

/** Separate threads, because the threads of libuv also read files, compress and resolve names. */
const startPool = () =>
  new Piscina<Argon2Parameters, Uint8Array>({
    filename: new URL("password-worker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: hashing.atATime,
    idleTimeout: 60_000,
  });

/** Throws `busy` when the queue is full. */
function refuseWhenFull(): void {
  if (pool && pool.queueSize >= hashing.waiting) throw new ApiError("busy", { retryAfter });
}

/** Number of calls that may wait for admission; with more, the last ones would wait too long. */
export const mostInLine = 100;

let admission: Promise<unknown> = Promise.resolve();
let inLine = 0;

/**
 * Runs the work that precedes hashing a password, one call at a time and interleaved with other requests, so
 * that no more calls of a burst reach the database than fit into the queue. Throws `busy` for the others,
 * immediately while too many calls wait.
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
  admission = turn.catch(() => {}); // the caller handles it
  return turn;
}

/** Derives an argon2id hash in a thread of the pool. Throws `busy` when too many hashes wait. */
export async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  refuseWhenFull();
  pool ??= startPool();
  return Buffer.from(await pool.run(parameters));
}
