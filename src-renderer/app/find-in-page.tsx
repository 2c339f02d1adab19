import { useEffect, useState } from "react";
import { platform } from "../platform/current-platform.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyChunk } from "../components/load-chunk.ts";

const FindBar = lazyChunk(async () => ({
  default: (await import("../components/find-bar.tsx")).FindBar,
}));

/** The search field of the desktop app's window, from the first time that somebody asks for it. */
export function FindInPage() {
  const { find } = platform;
  const [requests, setRequests] = useState(0);
  useEffect(() => find?.onRequest(() => setRequests((count) => count + 1)), [find]);
  if (!find || requests === 0) return null;
  return (
    <ErrorBoundary fallback={null}>
      <FindBar find={find} requests={requests} onClose={() => setRequests(0)} />
    </ErrorBoundary>
  );
}
