import { matchRoute } from "../../src-shared/routes.ts";
import { platform } from "../platform/current-platform.ts";
import { memberChrome } from "./layouts/layout.tsx";
import { pageOf } from "./pages.ts";

/**
 * Starts to load the page of the address, its data and the member area's menus on a device with a token,
 * while the API is asked whom it belongs to: most likely a member. Call once, after `startI18n`.
 */
export function prepareFirstPage(): void {
  if (platform.read("token") === null) return;
  void memberChrome.load();
  const id = matchRoute(window.location.pathname);
  if (id === null) return;
  void pageOf(id).load();
  // What fails here is tried again by the page, which shows why.
  import("./page-queries.ts").then(
    ({ askForPage }) => askForPage(id, window.location),
    () => {},
  );
}
