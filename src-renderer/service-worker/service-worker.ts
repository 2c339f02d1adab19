import { precacheAndRoute, PrecacheFallbackPlugin } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkOnly } from "workbox-strategies";
import { builtFilesCache, isHashed, shellPath } from "#shared/service-worker.ts";

// What it keeps, and why not more: docs/decisions/0016-service-worker.md

/** A rule by which Chromium answers without starting the service worker first. */
type Rule = {
  condition: { urlPattern: { pathname: string } } | { requestMode: RequestMode };
  source: "network" | "race-network-and-fetch-handler";
};
type InstallEvent = ExtendableEvent & { addRoutes?: (rules: Rule[]) => Promise<void> };

declare const self: ServiceWorkerGlobalScope & {
  /** Replaced by vite-plugin-pwa. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** Seconds after which a page counts as not sent, as with one bar of reception. */
const maxWaitSeconds = 5;

precacheAndRoute(self.__WB_MANIFEST);

// Pages come from the network. Addresses of the API and of single files are not pages.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === "navigate" && !/^\/api\/|\.\w+$/.test(url.pathname),
  new NetworkOnly({
    networkTimeoutSeconds: maxWaitSeconds,
    plugins: [new PrecacheFallbackPlugin({ fallbackURL: shellPath })],
  }),
);

// Their names bear a hash of their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isHashed(url.pathname),
  new CacheFirst({ cacheName: builtFilesCache }),
);

const rules: Rule[] = [
  { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
  // A page comes as soon as without a service worker, which starts meanwhile.
  { condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
];
self.addEventListener("install", (event: InstallEvent) =>
  event.waitUntil(event.addRoutes?.(rules).catch(() => {}) ?? Promise.resolve()),
);

// Windows of the first visit are served as well. Nothing in them is loaded again.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", ({ data }: ExtendableMessageEvent) => {
  const { type } = data as { type?: unknown }; // sent by our own pages
  if (type === "SKIP_WAITING") void self.skipWaiting();
});
