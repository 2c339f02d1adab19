import type { UpdateInfo } from "electron-updater";
import { parseUpdateInfo } from "electron-updater/out/providers/Provider.js";
import semver from "semver";
import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import { maxKeys } from "./manifest-signature.ts";

/** Time for which a manifest is valid. It must be signed again in time, even without a new version. */
export const manifestLifetimeMs = 90 * dayMs;

/** Parses an ISO date and time to ms since 1970. */
const timestamp = z.pipe(
  z.iso.datetime(),
  z.transform((text) => Date.parse(text)),
);

/** An Ed25519 public key, SPKI in base64. */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{59}=$/));

/** Fields that signing adds to a manifest. */
const termsShape = {
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

/** A file next to the manifest: no path, no host, nothing that is special to the shell. */
const fileName = z.string().check(z.regex(/^[A-Za-z0-9_][\w.+-]*$/));

const sha512 = z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/));

/** A semantic version without build metadata, which has no order. */
const version = z.string().check(z.refine((text) => semver.valid(text) === text));

const manifestSchema = z.object({
  version,
  files: z
    .array(
      z.object({
        url: fileName,
        sha512,
        /** bytes */
        size: z.optional(z.int().check(z.positive())),
        isAdminRightsRequired: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1)),
  ...termsShape,
  releaseDate: z.string(),
  minimumSystemVersion: z.optional(z.string()),
});

/** A manifest's content in electron-updater's format, with the terms it was signed under. */
export type SignedManifest = { info: UpdateInfo } & ManifestTerms;

/**
 * Parses a manifest. Fields that are not validated here (web installers, staged rollouts) are dropped.
 * Throws a readable message. Must be called with verified bytes only: the YAML parser has no protection
 * against malicious input.
 */
export function parseManifest(name: string, bytes: Uint8Array): SignedManifest {
  const content: unknown = parseUpdateInfo(Buffer.from(bytes).toString(), name, new URL("file:"));
  const parsed = manifestSchema.safeParse(content);
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join(".") || "content");
    throw new Error(`${name} cannot be used: ${paths.join(", ")}.`);
  }
  const { signedAt, expiresAt, keys, ...rest } = parsed.data;
  const [first] = rest.files;
  // Required by the type; only the older format with a single file used them.
  const info = { ...rest, path: first?.url ?? "", sha512: first?.sha512 ?? "" };
  return { info, signedAt, expiresAt, keys };
}
