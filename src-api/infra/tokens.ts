import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits as text for a header or an address. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
