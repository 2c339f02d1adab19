import type { User } from "#shared/api/user.ts";
import { updateKeptAnswers } from "#renderer/features/offline/index.ts";
import { refreshUserDaily } from "#renderer/session/refresh-user.ts";
import { createShowable } from "./updates/offline-files.ts";

/** Whether the user asked for fewer transfers; browsers other than Chromium do not say. */
const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Keeps a member's content on this device. Returns the function that stops it. */
export default function startOfflineUpdates(user: User): () => void {
  const ending = new AbortController();
  const untilShowable = createShowable(ending.signal);
  const stop = updateKeptAnswers(user, { fills: !savesData(), untilShowable });
  // Its answer is another user, for whom this begins anew: that renews the lease.
  const stopAsking = refreshUserDaily();
  return () => {
    ending.abort();
    stopAsking();
    stop();
  };
}
