import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { matchRoute, routes } from "#shared/routes.ts";
import { prepareTransport } from "#renderer/api-client/client.ts";
import { FindBar } from "#renderer/components/find-bar.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { atIdle } from "#renderer/platform/at-idle.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useIsActiveMember, useSession, useUser } from "#renderer/session/session-store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useNotifications } from "./notifications.ts";
import { pageOf, watchLinks } from "./pages.ts";
import { UpdateNotice } from "./updates/update-notice.tsx";

/** Time after which code is loaded that the first paint does without. */
const latePartsDelayMs = 3_000;

/** Time after which the content of a member is kept on this device: the first page has loaded, and was looked at. */
const offlineUpdatesAfterMs = 8_000;

const Notifier = lazyChunk(async () => ({
  default: (await import("./notifier.tsx")).Notifier,
}));

/** Shows the search field of the desktop app's window, once the user asks for it. */
function FindInPage() {
  const { find } = platform;
  const [requests, setRequests] = useState(0);
  useEffect(() => find?.onRequest(() => setRequests((count) => count + 1)), [find]);
  if (!find || requests === 0) return null;
  return <FindBar find={find} requests={requests} onClose={() => setRequests(0)} />;
}

/** Keeps what an active member reads, and deletes it when the membership is over (decision 0033). */
function useOfflineLibraryUpdates(): void {
  const user = useUser();
  const isMember = useIsActiveMember();
  const isConfirmed = useSession(({ namedAt }) => namedAt === null);
  useEffect(() => {
    if (!user || !isConfirmed) return undefined;
    if (!isMember) {
      void platform.offlineLibrary.remove();
      return undefined;
    }
    let stop: (() => void) | null = () => {};
    const start = async () => {
      const { default: startOfflineUpdates } = await import("./offline-updates.ts");
      if (stop) stop = startOfflineUpdates(user);
    };
    // Nothing is kept if the code does not load: the pages work all the same.
    const timer = setTimeout(() => void start().catch(() => {}), offlineUpdatesAfterMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [user, isMember, isConfirmed]);
}

/** Loads the outboxes, each of which takes over what was left of it (session/outbox.ts). */
const loadOutboxes = () =>
  Promise.all([
    import("#renderer/features/reading/shelf/follow/changes.ts"),
    import("#renderer/features/shows/use-ticks.ts"),
    import("#renderer/features/training/unsent-results.ts"),
  ]);

/** Sends what an earlier or closed window could not send, whichever page is open. */
function useUnsentChanges(): void {
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

/** Shows failed calls. Loaded once the browser is idle, or one is waiting to be shown. */
function Notifications() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => atIdle(() => setIdle(true)), []);
  const isWaiting = useNotifications(({ messages }) => messages.length > 0);
  if (!isIdle && !isWaiting) return null;
  return (
    <ErrorBoundary isOptional>
      <Notifier />
    </ErrorBoundary>
  );
}

/** Keeps the app for starts without a connection, and tells of new versions. */
function Updates() {
  const isDue = useElapsed(latePartsDelayMs);
  const id = matchRoute(useLocation().pathname);
  // Forms for guests lead to another page soon; until then their own code comes first.
  const isForm = id !== null && routes[id].access === "guest";
  if (isForm || !isDue || !import.meta.env.PROD || !platform.usesServiceWorker) return null;
  return <UpdateNotice />;
}

/** Fetches code that may be needed when it cannot be fetched any more. */
function usePreparedCode(): void {
  const loggedIn = useUser() !== null;
  useEffect(() => {
    // Logging out has to work offline.
    if (loggedIn) void pageOf("logout").load();
  }, [loggedIn]);
  useEffect(() => {
    const timer = setTimeout(prepareTransport, latePartsDelayMs);
    return () => clearTimeout(timer);
  }, []);
}

/** What the interface has beside its page. */
export function LateParts() {
  usePreparedCode();
  useOfflineLibraryUpdates();
  useUnsentChanges();
  useEffect(watchLinks, []);
  if (!useIsInBrowser()) return null;
  return (
    <>
      <Notifications />
      <FindInPage />
      <Updates />
    </>
  );
}
