import { randomInt } from "node:crypto";
import { hashToken } from "#api/infra/tokens.ts";

const count = 10;
/** Letters and digits that are not mistaken for each other (Crockford's Base32): 16 of them have 80 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const shape = /^[0-9A-Z]{16}$/;

const randomText = () =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");

const normalise = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** Returns the hash that is stored of a code, or null for what cannot be one. Differs between users. */
export function hashSpelledCode(userId: string, code: string): string | null {
  const text = normalise(code);
  return shape.test(text) ? hashToken(`${userId}:${text}`) : null;
}

/** Returns a new code such as "7KQ2-9WXM-3HTA-V5CD", and its hash. */
export function newSpelledCode(userId: string): { code: string; hash: string } {
  const text = randomText();
  return { code: text.replaceAll(/(.{4})(?=.)/g, "$1-"), hash: hashToken(`${userId}:${text}`) };
}

export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const made = Array.from({ length: count }, () => newSpelledCode(userId));
  return { codes: made.map(({ code }) => code), hashes: made.map(({ hash }) => hash) };
}
