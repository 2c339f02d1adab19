import { randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { passwordCost } from "./password-cost.ts";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Piscina } from "piscina";
import { ApiError } from "#api/infra/api-error.ts";

const saltBytes = 16;
const hashBytes = 32;

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
const phcString = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${passwordCost.memory},t=${passwordCost.passes},p=${passwordCost.parallelism}$${encode(salt)}$${encode(hash)}`;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/;

/** Returns a hash that no password matches, as costly to verify as any other. */
export const unmatchableHash = () => phcString(randomBytes(saltBytes), randomBytes(hashBytes));

/** Hash that is verified when there is no account. */
export const dummyHash = unmatchableHash();

/** Normalises a password, so that different systems produce the same bytes; never shortens it. */
const normalise = (password: string) => password.normalize("NFC");

/** Hashes a password with argon2id, in the PHC string format. Throws `busy`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const message = normalise(password);
  const hash = await deriveInTurn({ ...passwordCost, message, nonce: salt, tagLength: hashBytes });
  return phcString(salt, hash);
}

/** Returns whether a password matches a hash. Throws `busy`, and an error for a malformed hash. */
export async function verifyPassword(phc: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phcPattern.exec(phc) ?? [];
  if (!salt || !hash) throw new Error("A stored password hash is malformed.");
  const expected = Buffer.from(hash, "base64");
  const derived = await deriveInTurn({
    message: normalise(password),
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(derived, expected);
}

/**
 * Threads that hash, and how many requests may wait for them, and for how long (ms). Two seconds in all: a hash takes 30 ms, on a
 * busy machine 250, and up to two are ahead of a request that was admitted.
 */
export const hashing = {
  atATime: Math.max(1, availableParallelism() - 1),
  waiting: 100,
  waitMs: 1_500,
};

/** Retry-After in seconds. */
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

/** Who waits: users confirm with their password while others log in, and go first. */
export type Lane = "users" | "visitors";

/** What lets each request that waits go on, in order of arrival. */
const lanes: Record<Lane, Set<() => void>> = { users: new Set(), visitors: new Set() };
let preparing = false;

/** No hash waits for a thread: a hash admitted now gets a thread soon. */
const isFree = () => !preparing && (pool?.queueSize ?? 0) === 0;

/** Admits the next request unless the threads have enough to do. */
function admitNext(): void {
  if (!isFree()) return;
  for (const lane of [lanes.users, lanes.visitors]) {
    for (const admit of lane) {
      lane.delete(admit);
      preparing = true;
      return admit();
    }
  }
}

/** Resolves when it is this request's turn. Throws `busy` when too many wait, or after `hashing.waitMs`. */
async function waitForTurn(lane: Lane): Promise<void> {
  if (lanes[lane].size >= hashing.waiting) throw new ApiError("busy", { retryAfter });
  const turn = Promise.withResolvers<void>();
  lanes[lane].add(turn.resolve);
  const timer = setTimeout(() => {
    if (lanes[lane].delete(turn.resolve)) turn.reject(new ApiError("busy", { retryAfter }));
  }, hashing.waitMs);
  admitNext();
  await turn.promise.finally(() => clearTimeout(timer));
}

/**
 * Runs the work that precedes a password hash, one request at a time, with other requests in between, and only while the
 * threads keep up: in a burst, what cannot be hashed in time does not reach the database. Throws `busy` for it.
 */
export async function admitInTurn(lane: Lane, prepare: () => Promise<void>): Promise<void> {
  await waitForTurn(lane);
  try {
    await setImmediate();
    await prepare();
  } finally {
    preparing = false;
    admitNext();
  }
}

/** Derives an argon2id hash when a thread is free: soon, after `admitInTurn`. Throws `busy` when too many wait. */
async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  pool ??= startPool();
  if (pool.queueSize >= hashing.waiting) throw new ApiError("busy", { retryAfter });
  return Buffer.from(await pool.run(parameters).finally(admitNext));
}

/** Returns how many passwords wait: for a thread, and for admission to that queue. */
export const passwordQueueLength = () => ({
  hashes: pool?.queueSize ?? 0,
  admission: lanes.users.size + lanes.visitors.size,
});
