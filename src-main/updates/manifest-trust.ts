import type { KeyObject } from "node:crypto";
import semver from "semver";
import * as z from "zod/mini";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import type { SignedManifest } from "./manifest/update-manifest.ts";
import { formatPublicKey, parsePublicKey, type UpdateSource } from "./manifest/update-source.ts";

/** A genuine but outdated manifest: someone may be withholding newer ones from the app. */
export class OutdatedManifestError extends Error {
  override name = "OutdatedManifestError";
  /** ms since 1970; identifies the manifest. */
  readonly expiresAt: number;

  constructor(message: string, expiresAt: number) {
    super(message);
    this.expiresAt = expiresAt;
  }
}

/** Decides which manifests are trusted: by their keys, and not older than those already seen. */
export type ManifestTrust = {
  /** Returns the keys named by the newest manifest seen; those of the build before the first one. */
  keys(): KeyObject[];
  /** Throws an OutdatedManifestError for a manifest that has expired or is older than one seen before. */
  accept(name: string, manifest: SignedManifest): void;
};

const storeKey = "newest-update";
const seenSchema = z.object({
  version: z.string().check(z.refine((text) => semver.valid(text) !== null)),
  /** ms since 1970 */
  signedAt: z.number(),
  keys: z.array(z.string()),
  /** The keys of the build that saw it. A newly installed build uses its own keys instead. */
  builtKeys: z.array(z.string()),
});
type Seen = z.infer<typeof seenSchema>;

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

function refuseOlder(name: string, manifest: SignedManifest, seen: Seen): void {
  const { info, signedAt, expiresAt } = manifest;
  if (signedAt < seen.signedAt) {
    throw new OutdatedManifestError(
      `${name} of ${day(signedAt)} is older than one of ${day(seen.signedAt)} that was seen before`,
      expiresAt,
    );
  }
  if (semver.lt(info.version, seen.version)) {
    throw new OutdatedManifestError(
      `${name} offers ${info.version} although ${seen.version} was seen before`,
      expiresAt,
    );
  }
}

/** Opens the trust store: the keys of the build, and, in a file, the newest manifest seen. */
export function openManifestTrust(
  file: StoreFile,
  { publicKeys }: UpdateSource,
  now: () => number = Date.now,
): ManifestTrust {
  const builtKeys = publicKeys.map(formatPublicKey);
  const seen = () => seenSchema.safeParse(file.get(storeKey)).data ?? null;
  const remember = (newest: Seen) => {
    try {
      file.set(storeKey, newest);
    } catch (error) {
      logFailure("The newest update could not be stored", error);
    }
  };
  return {
    keys: () => {
      const last = seen();
      const isOfThisBuild = last?.builtKeys.join() === builtKeys.join();
      return last && isOfThisBuild ? last.keys.map(parsePublicKey) : publicKeys;
    },
    accept: (name, manifest) => {
      const { info, signedAt, expiresAt, keys } = manifest;
      if (expiresAt <= now()) {
        throw new OutdatedManifestError(`${name} has expired on ${day(expiresAt)}`, expiresAt);
      }
      const last = seen();
      if (last) refuseOlder(name, manifest, last);
      remember({ version: info.version, signedAt, keys, builtKeys });
    },
  };
}
