import * as z from "zod/mini";
import { mostKeys } from "./manifest-signature.ts";

/** How long a manifest counts. It has to be signed anew in time, also when there is no new version. */
export const manifestLifetime = 90 * 24 * 3_600_000;

/** A moment as ms since 1970, written as ISO date and time. */
const moment = z.pipe(
  z.iso.datetime(),
  z.transform((text) => Date.parse(text)),
);

/** An Ed25519 public key, SPKI in base64. */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{59}=$/));

/** What signing adds to a manifest. */
export const termsShape = {
  signedAt: moment,
  /** A manifest that is served for longer than this keeps newer ones from the app. */
  expiresAt: moment,
  /** Whose signatures the app believes from now on: the publisher's keys of today. */
  keys: z.array(publicKey).check(z.minLength(1), z.maxLength(mostKeys)),
};

/** `signedAt` and `expiresAt` in ms since 1970. */
export type ManifestTerms = { signedAt: number; expiresAt: number; keys: string[] };

/** The YAML of a manifest under these terms, in place of those that it had. */
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
