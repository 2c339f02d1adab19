import type { makeCodec } from "./clone.ts";
import type { makeBridge } from "./page-bridge.ts";
import type { makeIpc, strictInPage } from "./preload-ipc.ts";

/** The functions used in Chromium, where files cannot import each other. */
type Needed = {
  makeBridge: typeof makeBridge;
  makeCodec: typeof makeCodec;
  makeIpc: typeof makeIpc;
  strictInPage: typeof strictInPage;
};
type Preload = (require: object, process: object, module: object, exports: object) => void;

/** Runs the preload script in the isolated world with Electron's modules. Self-contained. */
export function preloadWorld(
  token: string,
  inFrames: boolean,
  process: object,
  { makeBridge: bridge, makeCodec: codec, makeIpc: ipc, strictInPage: strict }: Needed,
  preload: Preload,
): void {
  // The empty first document of a window gets no preload script.
  if (location.href === "about:blank" || (window !== window.top && !inFrames)) return;
  const { ipcRenderer, post, ask } = ipc(strict, codec());
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

  const askPermission = (question: object) => ask({ op: "permission", ...question });
  const call = bridge(token, "preload", "page", new Map([[2, askPermission]]));
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
