import { matchRoute } from "../../src-shared/routes.ts";

/**
 * Returns what the service worker answers: a page of the app or a file of the build. Null for everything
 * else, which the browser fetches as if there were no service worker: the API with its streams, media and
 * payment pages, feeds, pictures of link previews, other origins.
 */
export function requestKind(
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  ownOrigin: string,
): "page" | "asset" | null {
  const { origin, pathname, search } = new URL(url);
  if (origin !== ownOrigin || method !== "GET") return null;
  if (mode === "navigate") return matchRoute(pathname) === null ? null : "page";
  return pathname.startsWith("/assets/") && search === "" ? "asset" : null;
}

/** Returns whether a window at this address may be one of the app, and not of the API or a single file. */
export function isAppWindow(url: string): boolean {
  const { pathname } = new URL(url);
  return matchRoute(pathname) !== null || !/^\/api\/|\.\w+$/.test(pathname);
}
