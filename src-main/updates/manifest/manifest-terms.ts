import * as z from "zod/mini";
import { maxKeys } from "./manifest-signature.ts";

/** ms for which a manifest is valid. It must be signed again in time, even without a new version. */
export const manifestLifetime = 90 * 24 * 3_600_000;

/** Parses an ISO date and time to ms since 1970. */
const timestamp = z.pipe(
  z.iso.datetime(),
  z.transform((text) => Date.parse(text)),
);

/** An Ed25519 public key, SPKI in base64. */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{59}=$/));

/** Fields that signing adds to a manifest. */
export const termsShape = {
  signedAt: timestamp,
  /** After this time the app refuses the manifest, because newer ones may be withheld. */
  expiresAt: timestamp,
  /** The publisher's current keys. From now on the app trusts only their signatures. */
  keys: z.array(publicKey).check(z.minLength(1), z.maxLength(maxKeys)),
};

/** `signedAt` and `expiresAt` in ms since 1970. */
export type ManifestTerms = { signedAt: number; expiresAt: number; keys: string[] };

/** Sets the terms in the YAML of a manifest, replacing any it had. */
export function withTerms(yaml: string, { signedAt, expiresAt, keys }: ManifestTerms): string {
  const bare = yaml.replace(/^(?:signedAt|expiresAt|keys):.*\n/gm, "");
  const quote = (text: string) => `'${text}'`;
  const iso = (time: number) => quote(new Date(time).toISOString());
  return [
    bare.replace(/\n*$/, ""),
    `signedAt: ${iso(signedAt)}`,
    `expiresAt: ${iso(expiresAt)}`,
    `keys: [${keys.map(quote).join(", ")}]`,
    "",
  ].join("\n");
}
