import type { User } from "../../src-shared/api/user.ts";
import { keepContent } from "../features/library/kept/keep-content.ts";
import { platform } from "../platform/current-platform.ts";
import { askAgainDaily } from "../session/ask-again.ts";
import { savesData } from "./link-intent.ts";
import { keepOfflineFiles } from "./updates/keep-offline-files.ts";

/** ms after an entry was opened until the files to read it offline are fetched; for a saved one it is at once. */
const filesAfter = 20_000;

/**
 * Keeps a member's content on this device, and has the service worker keep the files to read it with. Returns the
 * function that stops it.
 */
export default function keepForOffline(user: User): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = false;
  const keepFiles = () => {
    if (isKept) return;
    isKept = true;
    void keepOfflineFiles();
  };
  const onKept = (isSaved: boolean) => {
    if (!platform.usesServiceWorker || !import.meta.env.PROD) return;
    if (isSaved) keepFiles();
    else timer ??= setTimeout(keepFiles, filesAfter);
  };
  const stop = keepContent(user, { fills: !savesData(), onKept });
  // Its answer is another user, for whom this begins anew: that renews the lease.
  const stopAsking = askAgainDaily();
  return () => {
    clearTimeout(timer);
    stopAsking();
    stop();
  };
}
