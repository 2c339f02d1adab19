import type { makeCodec } from "./clone.ts";
import type { makeBridge } from "./page-bridge.ts";
import type { makeIpc, strictInPage } from "./preload-ipc.ts";

/** The functions that this one needs in Chromium, where no file imports another. */
type Needed = {
  makeBridge: typeof makeBridge;
  makeCodec: typeof makeCodec;
  makeIpc: typeof makeIpc;
  strictInPage: typeof strictInPage;
};
type Preload = (require: object, process: object, module: object, exports: object) => void;

/** Runs in the isolated world: the preload script, with Electron's modules. Stands alone. */
export function preloadWorld(
  token: string,
  inFrames: boolean,
  process: object,
  { makeBridge: bridge, makeCodec: codec, makeIpc: ipc, strictInPage: strict }: Needed,
  preload: Preload,
): void {
  // A new window's empty document gets no preload script.
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
    throw new Error(`module not found: ${name}`); // a sandboxed preload script has little more
  };
  const module = { exports: {} };
  try {
    preload(require, process, module, module.exports);
  } catch (error) {
    console.error("Unable to load preload script:", error);
  }
}
