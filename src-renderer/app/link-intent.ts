import { matchRoute, routes } from "#shared/routes.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { stopFor } from "./guards.tsx";
import { pageOf } from "./pages.ts";

/** Fetches the code of the page that a link leads to, when it is pointed at, focused or pressed. */
function prefetchPage({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin) return;
  const id = matchRoute(link.pathname);
  if (id === null || link.pathname === window.location.pathname) return;
  if (stopFor(routes[id].access, useSession.getState()) === null) void pageOf(id).load();
}

/** Does so for every link that the user may follow. Returns the function that stops it. */
export function watchLinks(): () => void {
  const stop = new AbortController();
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, prefetchPage, { passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
