import { matchRoute } from "#shared/routes.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { memberChrome } from "./layouts/layout.tsx";
import { pageOf } from "./pages.ts";

/** Time for which the first rendering waits for its page: a placeholder before it would be a rendering more. */
const firstPageTimeoutMs = 100;

/** Asks for a page's data, unless the session that it is for has ended: the refusals would be shown. */
async function prefetchFirstPage(): Promise<void> {
  const { prefetchPage } = await import("./page-queries.ts");
  const { status, user } = useSession.getState();
  // Somebody may have gone to another page while the code was loading.
  const id = matchRoute(window.location.pathname);
  if (id !== null && (status === "starting" || user)) prefetchPage(id, window.location);
}

/**
 * Starts to load the page of the address; on a device with a token also its data and the member area's
 * menus, while the API is asked whom it belongs to: most likely a member. Resolves when a visitor's page
 * is there, or has taken too long. Call once, after `startI18n`.
 */
export async function prepareFirstPage(): Promise<void> {
  const id = matchRoute(window.location.pathname);
  const page = pageOf(id ?? "notFound");
  if (platform.read("token") === null) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, firstPageTimeoutMs));
    // The page itself shows what a failure means.
    await Promise.race([page.load().catch(() => {}), tooLong]);
    return;
  }
  void memberChrome.load();
  if (id === null) return;
  void page.load();
  // What fails here is tried again by the page, which shows why.
  void prefetchFirstPage().catch(() => {});
}
