import { makeCodec } from "./clone.ts";
import { makeBridge } from "./page-bridge.ts";
import { makeIpc, strictInPage } from "./preload-ipc.ts";

/** The functions used in Chromium, where files cannot import each other. */
const needed = { makeBridge, makeCodec, makeIpc, strictInPage };
type Needed = typeof needed;
type Preload = (require: object, process: object, module: object, exports: object) => void;

/** Runs in the page's own world and receives what the preload script exposes. Self-contained. */
function pageWorld(token: string, bridge: typeof makeBridge): void {
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
  bridge(token, "page", "preload", new Map([[1, expose]]));
  const open = window.open.bind(window);
  window.open = (...args) => {
    open(...args); // main notices and closes the popup
    return null;
  };
}

/** Runs the preload script in the isolated world with Electron's modules. Self-contained. */
function preloadWorld(
  token: string,
  process: object,
  { makeBridge: bridge, makeCodec: codec, makeIpc: ipc, strictInPage: strict }: Needed,
  preload: Preload,
): void {
  const { ipcRenderer, post } = ipc(strict, codec());
  if (window === window.top) post({ op: "hello" });

  let title = "";
  const reportTitle = () => {
    if (document.title === title) return;
    title = document.title;
    post({ op: "title", title });
  };
  document.addEventListener("DOMContentLoaded", () => {
    if (window !== window.top) return;
    reportTitle();
    const observed = { childList: true, subtree: true, characterData: true };
    new MutationObserver(reportTitle).observe(document.head, observed);
  });

  const call = bridge(token, "preload", "page", new Map());
  const contextBridge = strict("contextBridge", {
    exposeInMainWorld: (key: string, api: unknown) => void call(1, [key, api]),
  });
  const electron = strict("electron", { ipcRenderer, contextBridge });
  const require = (name: string) => {
    if (/^electron(\/(common|renderer))?$/.test(name)) return electron;
    throw new Error(`module not found: ${name}`); // sandboxed preload scripts have few other modules
  };
  const module = { exports: {} };
  try {
    preload(require, process, module, module.exports);
  } catch (error) {
    console.error("Unable to load preload script:", error);
  }
}

// Node only strips the types, so `toString` returns the rest of a function unchanged.

/** Runs code in documents that have a preload script: not in frames, unless so set, nor in a window's first empty one. */
const whereScripted = (inFrames: boolean, code: string) =>
  `if (location.href !== "about:blank" && (window === window.top || ${inFrames})) ${code}`;

/** Returns the script for the page's own world. */
export const pageSource = (token: string, inFrames: boolean): string =>
  whereScripted(
    inFrames,
    `(${pageWorld.toString()})(${JSON.stringify(token)}, ${makeBridge.toString()})`,
  );

/** Returns the script for the preload script's world; `preload` is the text of the preload script. */
export function preloadSource(token: string, preload: string, inFrames: boolean): string {
  const { platform, arch, versions } = process;
  const renderer = { type: "renderer", sandboxed: true, contextIsolated: true };
  const seen = JSON.stringify({ platform, arch, versions, ...renderer });
  const functions = Object.entries(needed).map(([name, each]) => `${name}: ${each.toString()}`);
  return whereScripted(
    inFrames,
    `(${preloadWorld.toString()})(${JSON.stringify(token)}, ${seen}, { ${functions.join(",\n")} },
      function (require, process, module, exports) {${preload}\n})`,
  );
}
