import type { UpdateInfo } from "electron-updater";
import { parseUpdateInfo } from "electron-updater/out/providers/Provider.js";
import semver from "semver";
import * as z from "zod/mini";
import { termsShape, type ManifestTerms } from "./manifest-terms.ts";

/**
 * A file beside the manifest, by its bare name: no path, no host, and nothing that a shell, which
 * installs Debian packages, would read as more than a name.
 */
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

/** A manifest's content, in electron-updater's form, and under which terms it was signed. */
export type SignedManifest = { info: UpdateInfo } & ManifestTerms;

/**
 * Reads a manifest, and nothing in it that was not checked: what else it may say (packages of web
 * installers, staged rollouts) is left out. Throws a sentence.
 * To be called with verified bytes only: its YAML is trusted to be no bomb.
 */
export function parseManifest(name: string, bytes: Uint8Array): SignedManifest {
  const content: unknown = parseUpdateInfo(Buffer.from(bytes).toString(), name, new URL("file:"));
  const parsed = manifestSchema.safeParse(content);
  if (!parsed.success) {
    const places = parsed.error.issues.map(({ path }) => path.join(".") || "content");
    throw new Error(`${name} cannot be used: ${places.join(", ")}.`);
  }
  const { signedAt, expiresAt, keys, ...rest } = parsed.data;
  const [first] = rest.files;
  // For the type: nothing reads the older form of a single file.
  const info = { ...rest, path: first?.url ?? "", sha512: first?.sha512 ?? "" };
  return { info, signedAt, expiresAt, keys };
}
