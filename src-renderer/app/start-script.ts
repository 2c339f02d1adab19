import { languagesAttribute } from "#shared/brand-page.ts";
import { languageParameter } from "#shared/languages.ts";
import { appFilesAttribute } from "#shared/served-page.ts";
import { routeIds, routes } from "#shared/routes.ts";
import { storedValues, tabValues } from "#shared/stored-values.ts";

/** What happened on a page that was rendered on the server before the app's code took it over. */
export type InputBeforeHydration = {
  changed: Set<HTMLElement>;
  pressed: HTMLElement[];
  /** Stops recording. */
  end: () => void;
};

declare global {
  interface Window {
    inputBeforeHydration?: InputBeforeHydration;
  }
}

/** Time after the page is complete until its code is fetched at the next idle moment, without an interaction. */
const hydrationDelayMs = 3_000;

type Keys = {
  token: string;
  language: string;
  cart: string;
  place: string;
  signUp: string;
  loginCode: string;
};

/**
 * Decides whether a page that was rendered on the server for a visitor may be seen: not with a token, another
 * language or a cart on the device, and a form only while no page and no sign-up is remembered. If it may not, the
 * app's code is fetched at once; otherwise at the first interaction, or when the page is idle. Until the app takes over, pressed buttons and changed fields are recorded: a
 * press would do nothing. A pressed button is busy until then, which shows at once. The language that a
 * link names is stored, as the app does, so that a reload keeps it.
 */
function startServedPage(
  appAttribute: string,
  keys: Keys,
  languagesAttributeName: string,
  parameter: string,
  waitMs: number,
  forms: string[],
): void {
  const root = document.documentElement;
  const files = (root.getAttribute(appAttribute) ?? "").split(" ");
  const preload = () => {
    for (const href of files) {
      const link = document.createElement("link");
      if (href) document.head.append(Object.assign(link, { rel: "modulepreload", href }));
    }
  };
  const stored = (key: string, storage = () => localStorage) => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const store = (key: string, text: string) => {
    try {
      localStorage.setItem(key, text);
    } catch {
      // The app then asks the address again.
    }
  };
  // Forms are sent by the app alone: what is typed must not get into an address.
  addEventListener("submit", (event) => event.preventDefault(), true);
  const pressed: HTMLElement[] = [];
  let isFetched = false;
  const run = () => {
    import(files[0] ?? "").catch(() => {
      isFetched = false;
      // The visitors' page is better than none, and a press is not made up for later.
      root.removeAttribute("data-own");
      for (const button of pressed.splice(0)) button.ariaBusy = null;
    });
  };
  const fetchApp = () => {
    if (isFetched) return;
    isFetched = true;
    preload();
    // Unlike a script element, an import does not wait for the rest of the page.
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", run);
    else run();
  };
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const named = new URLSearchParams(location.search).get(parameter);
  // Chromium now and then has no entry.
  const languages = (root.getAttribute(languagesAttributeName) ?? "").split(" ");
  const own = (language: string | null) => languages.find((one) => one === language);
  const isLink = !visit || visit.type === "navigate";
  if (isLink && named === root.lang) store(keys.language, named);
  const wanted = (isLink && own(named)) || own(stored(keys.language)) || languages[0];
  const hasCart = (stored(keys.cart) ?? "[]") !== "[]";
  const ofTab = (key: string) => stored(key, () => sessionStorage);
  const isOwnForm =
    forms.includes(location.pathname) &&
    Boolean(ofTab(keys.place) ?? ofTab(keys.signUp) ?? ofTab(keys.loginCode));
  if (isOwnForm || stored(keys.token) || wanted !== root.lang || hasCart) {
    root.setAttribute("data-own", "");
    fetchApp();
    return;
  }
  const recording = new AbortController();
  const listen = (type: string, listener: (event: Event) => void) =>
    addEventListener(type, listener, { capture: true, signal: recording.signal });
  const changed = new Set<HTMLElement>();
  listen("input", ({ target }) => changed.add(target as HTMLElement));
  listen("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button");
    // HTML alone opens the menu.
    if (!button || button.popoverTargetElement || button.closest("[popover]")) return;
    event.preventDefault();
    button.ariaBusy = "true";
    if (pressed.at(-1) !== button) pressed.push(button);
  });
  window.inputBeforeHydration = { changed, pressed, end: () => recording.abort() };
  // The browser goes to a history entry of the same document without loading its page.
  for (const type of ["pointerdown", "keydown", "focusin", "popstate"]) listen(type, fetchApp);
  // Browsers also fire pointermove for a resting pointer once the page has loaded.
  listen("pointermove", (event) => {
    const { movementX, movementY } = event as PointerEvent;
    if (movementX || movementY) fetchApp();
  });
  const fetchWhenIdle = () => {
    if (!window.requestIdleCallback) fetchApp();
    else requestIdleCallback(fetchApp, { timeout: waitMs });
  };
  addEventListener("load", () => setTimeout(fetchWhenIdle, waitMs), { once: true });
}

/** The only script that a page rendered on the server begins with; it stands in the page. */
export const startScript = `(${startServedPage.toString()})(${[
  appFilesAttribute,
  {
    token: storedValues.token.key,
    language: storedValues.language.key,
    cart: storedValues.purchaseItems.key,
    place: tabValues.returnAddress.key,
    signUp: tabValues.signUp.key,
    loginCode: tabValues.loginCode.key,
  } satisfies Keys,
  languagesAttribute,
  languageParameter,
  hydrationDelayMs,
  routeIds.filter((id) => "servedForm" in routes[id]).map((id) => routes[id].path),
]
  .map((value) => JSON.stringify(value))
  .join()})`;
