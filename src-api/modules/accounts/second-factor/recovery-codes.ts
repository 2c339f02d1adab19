import { randomInt } from "node:crypto";
import { hashToken } from "../../../infra/tokens.ts";

const count = 10;
/** Letters and digits that are not mistaken for each other (Crockford's Base32): 16 of them have 80 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const shape = /^[0-9A-Z]{16}$/;

const randomText = () =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");

const normalise = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/**
 * Returns the hash that is stored of a recovery code, or null for a text that cannot be one. The user's id
 * makes equal codes of different users differ.
 */
export function hashRecoveryCode(userId: string, code: string): string | null {
  const text = normalise(code);
  return shape.test(text) ? hashToken(`${userId}:${text}`) : null;
}

/** Returns ten new codes such as "7KQ2-9WXM-3HTA-V5CD", and their hashes. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const texts = Array.from({ length: count }, randomText);
  return {
    codes: texts.map((text) => text.replaceAll(/(.{4})(?=.)/g, "$1-")),
    hashes: texts.map((text) => hashToken(`${userId}:${text}`)),
  };
}
