import { useEffect, useState } from "react";
import { prepareTransport } from "../api-client/client.ts";
import { lazyChunk } from "../components/load-chunk.ts";
import { useIsInBrowser } from "../components/use-is-in-browser.ts";
import { platform } from "../platform/current-platform.ts";
import { useUser } from "../session/session-store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Notifier } from "./notifier.tsx";
import { pageOf } from "./pages.ts";

/** ms after which code is loaded that the first paint does without. */
const lateParts = 3_000;

const FindBar = lazyChunk(async () => ({
  default: (await import("../components/find-bar.tsx")).FindBar,
}));

/** Shows the search field of the desktop app's window, once the user asks for it. */
function FindInPage() {
  const { find } = platform;
  const [requests, setRequests] = useState(0);
  useEffect(() => find?.onRequest(() => setRequests((count) => count + 1)), [find]);
  if (!find || requests === 0) return null;
  return (
    <ErrorBoundary isOptional>
      <FindBar find={find} requests={requests} onClose={() => setRequests(0)} />
    </ErrorBoundary>
  );
}

/** Fetches code that may be needed when it cannot be fetched any more. */
function usePreparedCode(): void {
  const loggedIn = useUser() !== null;
  useEffect(() => {
    // Logging out has to work offline.
    if (loggedIn) void pageOf("logout").load();
  }, [loggedIn]);
  useEffect(() => {
    const timer = setTimeout(prepareTransport, lateParts);
    return () => clearTimeout(timer);
  }, []);
}

/** What the interface has beside its page. */
export function LateParts() {
  usePreparedCode();
  if (!useIsInBrowser()) return null;
  return (
    <>
      <Notifier />
      <FindInPage />
    </>
  );
}
