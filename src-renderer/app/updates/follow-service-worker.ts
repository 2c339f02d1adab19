import { Workbox } from "workbox-window";
import { hourMs } from "#shared/durations.ts";
import { isHashed, serviceWorkerPath } from "#shared/service-worker.ts";
import { trustText } from "#renderer/components/trusted-types.ts";
import {
  deleteOldFiles,
  cacheFiles,
  cachedFiles,
  ownBuild,
  serverBuild,
  successors,
} from "./built-files.ts";

/** Time between two checks for a new version; a navigation of the browser checks as well. */
const checkEveryMs = hourMs;
/** Time within which a service worker takes over; the page is reloaded then in any case. */
const maxTakeOverMs = 3_000;

let trust: ((path: string) => string) | null = null;

/** Returns the path of the service worker as trusted. The policy exists only where there is a worker: not in the desktop app. */
function trustedWorker(): string {
  trust ??= trustText("createScriptURL", "portal-worker", (path) => path === serviceWorkerPath);
  return trust(serviceWorkerPath);
}

/** Returns the paths of the files that this page has loaded so far. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isHashed(pathname))
    .map(({ pathname }) => pathname);

/** Checks for a new version every hour in which somebody looks at the page. */
function checkNowAndThen(workbox: Workbox, signal: AbortSignal): void {
  let last = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - last < checkEveryMs) return;
    last = Date.now();
    void workbox.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", check, { signal });
  const timer = setInterval(check, checkEveryMs);
  signal.addEventListener("abort", () => clearInterval(timer));
}

async function follow(onUpdate: () => void, signal: AbortSignal): Promise<void> {
  const workbox = new Workbox(trustedWorker(), { updateViaCache: "none" });
  const meet = async () => {
    const built = await serverBuild();
    if (signal.aborted) return;
    // A page from the network is already as new as the service worker: there is nothing to ask.
    if (built.build === ownBuild()) workbox.messageSkipWaiting();
    else onUpdate();
    // The new version has to start without a connection as the old one does.
    await cacheFiles(successors(built.files, await cachedFiles()));
    await deleteOldFiles(built);
  };
  const met = () => void meet().catch(() => {});
  workbox.addEventListener("waiting", met);
  // Another window has let a new service worker take over.
  workbox.addEventListener("controlling", ({ isUpdate, isExternal }) => {
    if (isUpdate || isExternal) met();
  });
  await workbox.register({ immediate: true });
  checkNowAndThen(workbox, signal);
  await navigator.serviceWorker.ready;
  await cacheFiles(loadedFiles());
}

/** Registers the service worker; calls the listener when there is a newer version. Returns what stops it. */
export function followServiceWorker(onUpdate: () => void): () => void {
  const stop = new AbortController();
  follow(onUpdate, stop.signal).catch(() => {});
  return () => stop.abort();
}

/** Lets a waiting service worker take over, and reloads this window, once. Other windows stay as they are. */
export async function reloadIntoUpdate(): Promise<void> {
  const { serviceWorker } = navigator;
  const waiting = (await serviceWorker.getRegistration())?.waiting;
  if (waiting) {
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      setTimeout(resolve, maxTakeOverMs);
      waiting.postMessage({ type: "SKIP_WAITING" }, []);
    });
  }
  location.reload();
}
