import {
  buildTag,
  parseWorkerMessage,
  serviceWorkerPath,
  type WorkerMessage,
} from "../../../src-shared/service-worker.ts";
import { trustText } from "../../components/trusted-types.ts";
import { askBuild } from "../../service-worker/ask-build.ts";

/** ms between two checks for a new version; a navigation of the browser checks as well. */
const checkEvery = 60 * 60_000;
/** ms within which a service worker takes over; the page is reloaded then in any case. */
const longestTakeOver = 3_000;

const trusted = trustText("createScriptURL", "portal-worker", (path) => path === serviceWorkerPath);

const send = (worker: ServiceWorker | null, message: WorkerMessage) =>
  worker?.postMessage(message, []);

/** Returns the build that this page belongs to; empty for a page that was not built. */
const ownBuild = () =>
  document.querySelector<HTMLMetaElement>(`meta[name="${buildTag}"]`)?.content ?? "";

/** Returns the paths of the files that this page has loaded so far. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);

function answerBuild({ data, ports }: MessageEvent<unknown>): void {
  if (parseWorkerMessage(data)?.type === "build") ports[0]?.postMessage(ownBuild());
}

/** Checks for a new version every hour in which somebody looks at the page. */
function checkNowAndThen(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let last = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - last < checkEvery) return;
    last = Date.now();
    void registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", check, { signal });
  const timer = setInterval(check, checkEvery);
  signal.addEventListener("abort", () => clearInterval(timer));
}

async function follow(onUpdate: () => void, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  /** A page from the network may be newer than the service worker: then there is nothing to tell. */
  const compare = async (worker: ServiceWorker | null) => {
    const build = worker && (await askBuild(worker));
    if (build && build !== ownBuild() && !signal.aborted) onUpdate();
  };
  const meet = (worker: ServiceWorker | null) => {
    send(worker, { type: "keep", build: ownBuild(), paths: loadedFiles() });
    void compare(worker);
  };
  serviceWorker.addEventListener("message", answerBuild, { signal });
  // Another window has let a new service worker take over.
  serviceWorker.addEventListener("controllerchange", () => void compare(serviceWorker.controller), {
    signal,
  });
  const registration = await serviceWorker.register(trusted(serviceWorkerPath), {
    updateViaCache: "none",
  });
  const meetInstalled = ({ target }: Event) => {
    if (target instanceof ServiceWorker && target.state === "installed") meet(target);
  };
  // The same listener twice is one.
  const watch = () => registration.installing?.addEventListener("statechange", meetInstalled);
  registration.addEventListener("updatefound", watch, { signal });
  watch();
  meet(registration.waiting);
  send(registration.active, { type: "keep", build: ownBuild(), paths: loadedFiles() });
  checkNowAndThen(registration, signal);
}

/**
 * Registers the service worker, and calls the listener when there is a newer version than this page. Stays
 * silent if the browser refuses. Returns the function that stops following.
 */
export function followServiceWorker(onUpdate: () => void): () => void {
  const stop = new AbortController();
  follow(onUpdate, stop.signal).catch(() => {});
  return () => stop.abort();
}

/** Lets a waiting service worker take over, and reloads this window, once. Other windows stay as they are. */
export async function reloadIntoUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const takenOver = new Promise((resolve) => {
    if (!registration?.waiting) return resolve(null);
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, longestTakeOver);
    send(registration.waiting, { type: "activate" });
  });
  await takenOver;
  location.reload();
}
