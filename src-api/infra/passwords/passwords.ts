import { randomBytes, timingSafeEqual } from "node:crypto";
import { deriveInTurn } from "./password-queue.ts";

/** OWASP's recommendation for argon2id; memory in KiB. Stored with each hash, so it may be raised. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
const phcString = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(hash)}`;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/;

/** A new hash that no password matches, as costly to verify as any other. Hashes nothing itself. */
export const unmatchableHash = () => phcString(randomBytes(saltBytes), randomBytes(hashBytes));

/** The hash that stands in where there is no account. */
export const dummyHash = unmatchableHash();

/** The same text typed on different systems gives the same bytes; all of them count. */
const normalise = (password: string) => password.normalize("NFC");

/**
 * Hashes a password: argon2id in the PHC string format, with a salt of its own. Throws `busy` when
 * too many passwords wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const message = normalise(password);
  const hash = await deriveInTurn({ ...cost, message, nonce: salt, tagLength: hashBytes });
  return phcString(salt, hash);
}

/**
 * Whether the password is the one behind the hash. Throws `busy` when too many passwords wait, and
 * an error when the hash is no PHC string of ours.
 */
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
