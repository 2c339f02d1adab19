import { languageParameter } from "#shared/languages.ts";
import { matchRoute, type RouteId } from "#shared/routes.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { registerStorage } from "./storages.ts";

/** Pages that are never returned to. */
const neverRemembered = new Set(["login", "register", "logout", "setUp", null]);

/** Returns a path of this site without its language, or null for anything else. */
export function portalPathOf(path: string): string | null {
  if (!/^\/(?![/\\])/.test(path)) return null;
  const base = "http://portal.invalid";
  const url = URL.parse(path, base);
  if (!url || url.origin !== base || neverRemembered.has(matchRoute(url.pathname))) return null;
  if (url.searchParams.has(languageParameter)) url.searchParams.delete(languageParameter);
  return url.pathname + url.search + url.hash;
}

/** Returns the route of a path with query and hash, or null. */
export const routeOfAddress = (path: string | null): RouteId | null =>
  path === null ? null : matchRoute(path.replace(/[?#].*/, ""));

/** Pages on the way to a login: "Log in" on one of them does not lead back to it. */
const signInPages = new Set<RouteId | null>([
  "forgotPassword",
  "resetPassword",
  "undoEmailChange",
  "secureAccount",
  "invitation",
  "setUp",
  "subMissing",
]);

/** Path that a 401 leads away from, until another page is shown. */
let leaving: string | null = null;
registerStorage("leavingPath", () => (leaving = null));

const forget = () => platform.tabValues.write("returnAddress", null);

/** Path to return to after login; one per tab, used once. */
export const returnAddress = {
  read(): string | null {
    const text = platform.tabValues.read("returnAddress");
    return text === null ? null : portalPathOf(text);
  },
  remember(path: string): void {
    const portalPath = portalPathOf(path);
    if (portalPath !== null) platform.tabValues.write("returnAddress", portalPath);
  },
  /** Remembers the page of a link to log in or register. The payment after registering returns to the cart only. */
  rememberForLink(path: string, link: "login" | "register"): void {
    const route = routeOfAddress(path);
    if (link === "login" ? !signInPages.has(route) : route === "checkout") this.remember(path);
  },
  /** Remembers the page on screen, which may be rendered once more before it is left. */
  rememberWhileLeaving(path: string): void {
    leaving = portalPathOf(path);
    this.remember(path);
  },
  /** Forgets a path once it is shown. */
  forgetOnceShown(path: string): void {
    const portalPath = portalPathOf(path);
    if (portalPath !== null && portalPath === leaving) return;
    leaving = null;
    if (this.read() === portalPath) forget();
  },
  forget(): void {
    leaving = null;
    forget();
  },
};

let nextPath: string | null = null;

/** Path that the sign-in leads to before the return address: the payment after registering. Used once. */
export const nextStep = {
  read: () => nextPath,
  set: (next: string) => void (nextPath = next),
  forget: () => void (nextPath = null),
};

registerStorage("nextStep", nextStep.forget);
