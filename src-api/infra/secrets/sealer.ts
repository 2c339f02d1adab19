import { createHmac } from "node:crypto";
import { seal, unseal } from "#api/infra/jobs/sealed.ts";

/** Encrypts values stored in the database, with a key that is not in it: a copy of the database does not reveal it. */
export type Sealer = {
  /** Returns the encrypted text; `purpose` says what it is for and whose it is, and has to be given again. */
  seal: (purpose: string, text: string) => string;
  /** Throws when the text was sealed with another key or for another purpose. */
  unseal: (purpose: string, sealed: string) => string;
  /** Returns a secret that is always the same for this purpose. */
  derive: (purpose: string) => string;
};

/** Seals with the key of the data folder, `data-key`. */
export const createSealer = (key: Buffer): Sealer => ({
  seal: (purpose, text) => seal(key, purpose, text).sealed,
  unseal: (purpose, sealed) => String(unseal(key, purpose, { sealed })),
  derive: (purpose) => createHmac("sha256", key).update(purpose).digest("base64url"),
});
