import { randomBytes, timingSafeEqual } from "node:crypto";
import { passwordCost } from "./password-cost.ts";
import { deriveInTurn } from "./password-queue.ts";

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
