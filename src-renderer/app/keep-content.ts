import type { User } from "#shared/api/user.ts";
import { keepContent } from "../features/library/kept/keep-content.ts";
import { askAgainDaily } from "../session/ask-again.ts";
import { savesData } from "./link-intent.ts";
import { createShowable } from "./updates/keep-offline-files.ts";

/**
 * Keeps a member's content on this device, once the service worker has the files to read it with. Returns the function
 * that stops it.
 */
export default function keepForOffline(user: User): () => void {
  const ending = new AbortController();
  const untilShowable = createShowable(ending.signal);
  const stop = keepContent(user, { fills: !savesData(), untilShowable });
  // Its answer is another user, for whom this begins anew: that renews the lease.
  const stopAsking = askAgainDaily();
  return () => {
    ending.abort();
    stopAsking();
    stop();
  };
}
