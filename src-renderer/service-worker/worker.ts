import { parseWorkerMessage } from "../../src-shared/service-worker.ts";
import { askBuild } from "./ask-build.ts";
import { built } from "./built-files.ts";
import {
  answerAsset,
  answerPage,
  areKept,
  deleteUnused,
  install,
  keepFiles,
} from "./kept-files.ts";
import { isAppWindow, requestKind } from "./request-kind.ts";

declare const self: ServiceWorkerGlobalScope;

/** Returns the builds of all windows, or null if one of them did not say. */
async function buildsInUse(): Promise<Set<string> | null> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const builds = await Promise.all(windows.filter(({ url }) => isAppWindow(url)).map(askBuild));
  const known = builds.filter((build) => build !== null);
  return known.length < builds.length ? null : new Set(known);
}

/**
 * Removes what no window needs any more. A waiting service worker takes over without being asked to if all
 * windows already have its build: the user has nothing to decide then.
 */
async function tidyUp(): Promise<void> {
  const inUse = await buildsInUse();
  if (!inUse) return;
  if (self.serviceWorker.state === "installed") {
    if (inUse.size !== 1 || !inUse.has(built.build)) return;
    await self.skipWaiting();
  } else if (self.registration.installing || self.registration.waiting) {
    return; // its cache belongs to no window yet
  }
  await deleteUnused(inUse);
}

/** A rule by which the browser answers without starting the service worker first. Chromium has them. */
type Route = {
  condition: { urlPattern: { pathname: string } } | { requestMode: RequestMode };
  source: "network" | "race-network-and-fetch-handler";
};
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: Route[]) => Promise<void> };

const routes: Route[] = [
  { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
  // A page comes from the network as soon as without a service worker, which starts meanwhile.
  { condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
];

self.addEventListener("install", (event: InstallEvent) => {
  event.waitUntil(install());
  event.waitUntil(event.addRoutes?.(routes).catch(() => {}) ?? Promise.resolve());
});

// Windows of the first visit are followed as well. Nothing in them is loaded again.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = requestKind(request, self.location.origin);
  if (kind === "page") event.respondWith(answerPage(request));
  else if (kind === "asset")
    event.respondWith(answerAsset(request, (work) => event.waitUntil(work)));
});

self.addEventListener("message", (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.type === "build") event.ports[0]?.postMessage(built.build);
  else if (message?.type === "activate") event.waitUntil(self.skipWaiting());
  else if (message?.type === "keep") {
    const isOwn = message.build === built.build;
    event.waitUntil(keepFiles(isOwn ? message.paths : []).then(tidyUp));
  } else if (message?.type === "keep-offline" && message.build === built.build) {
    const [port] = event.ports;
    const keep = message.fetches ? keepFiles(built.offline) : Promise.resolve();
    event.waitUntil(keep.then(async () => port?.postMessage(await areKept(built.offline))));
  }
});
