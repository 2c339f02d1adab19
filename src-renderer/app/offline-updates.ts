import { useEffect } from "react";
import { queryClient } from "#renderer/api-client/query.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { refreshUserDaily } from "#renderer/session/refresh-user.ts";
import { useIsActiveMember, useSession, useUser } from "#renderer/session/session-store.ts";
import { createShowable } from "./updates/offline-files.ts";

/** Delay before a member's content is stored on this device, so that the first page loads undisturbed. */
const offlineUpdatesAfterMs = 8_000;

/** Whether the user asked for fewer transfers; browsers other than Chromium do not say. */
const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Calls the listener once the server has changes of what is saved and begun. Returns the unsubscribe. */
const onShelfSent = (listener: () => void) =>
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.mutation.options.mutationKey?.[1] === "shelf") listener();
  });

/** Stores what an active member reads, and deletes it when the membership is over (decision 0033). */
export function useOfflineUpdates(): void {
  const user = useUser();
  const isMember = useIsActiveMember();
  const isConfirmed = useSession(({ namedAt }) => namedAt === null);
  useEffect(() => {
    if (!user || !isConfirmed) return undefined;
    if (!isMember) {
      void platform.offlineLibrary.remove();
      return undefined;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const start = async (hasSaved: boolean) => {
      const { updateStoredAnswers } =
        await import("#renderer/features/offline/update-stored-answers.ts");
      if (signal.aborted) return;
      const untilShowable = createShowable(signal);
      const stop = updateStoredAnswers(user, { fills: !savesData(), hasSaved, untilShowable });
      signal.addEventListener("abort", stop);
      // Its answer is another user, for whom this begins anew: that renews the lease.
      signal.addEventListener("abort", refreshUserDaily());
    };
    // If the code does not load, nothing is stored; the pages work all the same.
    const startOnce = (hasSaved: boolean) => {
      stopWaiting();
      void start(hasSaved).catch(() => {});
    };
    const timer = setTimeout(() => startOnce(false), offlineUpdatesAfterMs);
    // What was saved is wanted on this device, and the connection may be gone in a moment.
    const stopFollowing = onShelfSent(() => startOnce(true));
    const stopWaiting = () => {
      clearTimeout(timer);
      stopFollowing();
    };
    return () => {
      stopWaiting();
      ending.abort();
    };
  }, [user, isMember, isConfirmed]);
}

/** Loads the outboxes, each of which takes over what was left of it (session/outbox.ts). */
const loadOutboxes = () =>
  Promise.all([
    import("#renderer/features/reading/shelf/follow/changes.ts"),
    import("#renderer/features/shows/use-ticks.ts"),
    import("#renderer/features/training/pending-results.ts"),
  ]);

/** Sends what an earlier or closed window could not send, whichever page is open. */
export function useSendPendingChanges(): void {
  const loggedIn = useUser() !== null;
  useEffect(() => {
    if (!loggedIn) return undefined;
    const send = () => {
      if (Object.keys(platform.read("unsentChanges")).length === 0) return;
      // The next start tries again if the code does not load.
      void loadOutboxes().catch(() => {});
    };
    send();
    return platform.onChange(send);
  }, [loggedIn]);
}
