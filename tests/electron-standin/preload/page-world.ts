import type { makeBridge } from "./page-bridge.ts";
import type { askFirst } from "../page/page-permissions.ts";

/** Runs in the page's own world and receives what the preload script exposes. Self-contained. */
export function pageWorld(
  token: string,
  inFrames: boolean,
  bridge: typeof makeBridge,
  askPermissions: typeof askFirst,
): void {
  const isTop = window === window.top;
  if (!isTop && !inFrames) return askPermissions(null);
  const freeze = (value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      Object.values(Object.freeze(value)).forEach(freeze);
    }
  };
  const expose = (key: string, api: unknown) => {
    if (key in window) {
      throw new Error("Cannot bind an API on top of an existing property on the window object");
    }
    freeze(api);
    Object.defineProperty(window, key, { value: api, enumerable: true });
  };
  const call = bridge(token, "page", "preload", new Map([[1, expose]]));
  askPermissions(isTop ? async (question) => (await call(2, [question])) === true : null);
  const open = window.open.bind(window);
  window.open = (...args) => {
    open(...args); // main notices and closes the popup
    return null;
  };
}
