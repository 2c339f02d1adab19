import { matchRoute, routes } from "#shared/routes.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { stopFor } from "./guards.tsx";
import { pageOf } from "./pages.ts";

/** ms for which a link is pointed at or focused, and nothing is scrolled, before its page's data is asked for. */
const dwell = 80;

/** Whether the user asked for fewer transfers; browsers other than Chromium do not say. */
export const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Returns the address and route of a link to another page that the user may open, or null. */
function pageOfLink(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin) return null;
  const id = matchRoute(link.pathname);
  if (id === null || link.pathname === window.location.pathname) return null;
  if (stopFor(routes[id].access, useSession.getState()) !== null) return null;
  return { id, link };
}

/**
 * Fetches the code and texts of a page when a link to it is pointed at or focused; for users also its
 * data, when the link stays so or is pressed. Returns the function that stops it.
 */
export function watchLinks(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: HTMLAnchorElement | null = null;
  let scrolledAt = 0;
  const askFor = async ({ id, link }: NonNullable<ReturnType<typeof pageOfLink>>) => {
    const { prefetchPage } = await import("./page-queries.ts");
    prefetchPage(id, link);
  };
  // Links that pass below a resting pointer are not meant, until the scrolling ends on one.
  const ask = (page: NonNullable<ReturnType<typeof pageOfLink>>, wait: number) => {
    timer = setTimeout(() => {
      const rest = scrolledAt + wait - performance.now();
      if (rest > 0) ask(page, rest);
      // What fails here is tried again by the page, which shows why.
      else void askFor(page).catch(() => {});
    }, wait);
  };
  const recordScroll = () => (scrolledAt = performance.now());
  const look = ({ target, type }: Event) => {
    const page = pageOfLink(target);
    const isPressed = type === "pointerdown";
    if (page && page.link === watched && !isPressed) return;
    clearTimeout(timer);
    watched = page?.link ?? null;
    if (!page) return;
    void pageOf(page.id).load();
    if (useSession.getState().user === null || savesData()) return;
    ask(page, isPressed ? 0 : dwell);
  };
  const stop = new AbortController();
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, look, { passive: true, signal: stop.signal });
  }
  document.addEventListener("scroll", recordScroll, {
    passive: true,
    capture: true,
    signal: stop.signal,
  });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
