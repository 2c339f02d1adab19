import { languageParameter } from "../../src-shared/languages.ts";
import { matchRoute, type RouteId } from "../../src-shared/routes.ts";
import { rememberedPlaceKey } from "../../src-shared/stored-values.ts";
import { platform } from "../platform/current-platform.ts";

/** Pages that nobody is to be led back to. */
const neverRemembered = new Set(["login", "register", "logout", null]);

/**
 * A path of this site, with its query, that is worth coming back to; anything else is null. Leaves out
 * the language that the address names: another one may be chosen before one comes back.
 */
export function placeOf(path: string): string | null {
  if (!/^\/(?![/\\])/.test(path)) return null;
  const base = "http://portal.invalid";
  const url = URL.parse(path, base);
  if (!url || url.origin !== base || neverRemembered.has(matchRoute(url.pathname))) return null;
  if (url.searchParams.has(languageParameter)) url.searchParams.delete(languageParameter);
  return url.pathname + url.search + url.hash;
}

/** The route of a path with query and hash, or null. */
export const routeOfPlace = (path: string | null): RouteId | null =>
  path === null ? null : matchRoute(path.replace(/[?#].*/, ""));

/** Pages that nobody comes back to who chooses to log in on them: they are a way to log in. */
const signInPages = new Set<RouteId | null>([
  "forgotPassword",
  "resetPassword",
  "undoEmailChange",
  "subMissing",
]);

/** The place that a 401 leads away from, until one has come to another. */
let left: string | null = null;

const forget = () => platform.windowText.write(rememberedPlaceKey, null);

/** The place this tab is to be led back to (rulings, "Guards"); one a tab, used once. */
export const rememberedPlace = {
  read(): string | null {
    const text = platform.windowText.read(rememberedPlaceKey);
    return text === null ? null : placeOf(text);
  },
  remember(path: string): void {
    const place = placeOf(path);
    if (place !== null) platform.windowText.write(rememberedPlaceKey, place);
  },
  /**
   * Remembers where somebody is who follows a link to log in or to register. Registering leads on to
   * the payment, and from there nowhere but to the cart.
   */
  comeBack(path: string, link: "login" | "register"): void {
    const route = routeOfPlace(path);
    if (link === "login" ? !signInPages.has(route) : route === "checkout") this.remember(path);
  },
  /** Remembers a place that is shown, and may be rendered once more before one has left it. */
  leave(path: string): void {
    left = placeOf(path);
    this.remember(path);
  },
  /** One has come to a place: it need not be remembered any more. */
  arriveAt(path: string): void {
    const place = placeOf(path);
    if (place !== null && place === left) return;
    left = null;
    if (this.read() === place) forget();
  },
  forget(): void {
    left = null;
    forget();
  },
};
