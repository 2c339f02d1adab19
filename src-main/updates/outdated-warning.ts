import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import type { OutdatedManifestError } from "./manifest-trust.ts";

/** Remembers across restarts which outdated manifest the user was warned about. */
export type OutdatedWarning = {
  /** Returns whether the last warning was about another manifest. */
  isDue(error: OutdatedManifestError): boolean;
  remember(error: OutdatedManifestError): void;
};

/** Stores the `expiresAt` of that manifest (ms since 1970). */
const storeKey = "warned-update";

/** Keeps the warning in a file, or until the app quits if the file cannot be written. */
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
        logFailure("The warning about an outdated update could not be stored", error);
      }
    },
  };
}
