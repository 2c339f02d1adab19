import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import type { OutdatedManifestError } from "./manifest-trust.ts";

/** Of which outdated manifest the user was warned last, over all starts. */
export type OutdatedWarning = {
  /** Whether this manifest is another one than that of the last warning. */
  isDue(error: OutdatedManifestError): boolean;
  remember(error: OutdatedManifestError): void;
};

/** Holds the `expiresAt` of that manifest (ms since 1970). */
const storeKey = "warned-update";

/** Keeps the warning in a file; where that cannot be written, until the app ends. */
export function openOutdatedWarning(file: StoreFile): OutdatedWarning {
  let warned = file.get(storeKey);
  return {
    isDue: ({ expiresAt }) => warned !== expiresAt,
    remember: ({ expiresAt }) => {
      if (warned === expiresAt) return;
      warned = expiresAt;
      try {
        file.set(storeKey, expiresAt);
      } catch (error) {
        logFailure("The warning of an outdated update could not be remembered", error);
      }
    },
  };
}
