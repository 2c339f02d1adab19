import { makeCodec } from "./clone.ts";
import { makeBridge } from "./page-bridge.ts";

/** Name of the world that preload scripts run in. */
export const preloadWorld = "Electron Isolated Context";

/** Runs in the page's own world: takes what the preload script exposes. Stands alone. */
function pageWorld(token: string, bridge: typeof makeBridge): void {
  if (window !== window.top) return;
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
  const { open } = window;
  window.open = (...args) => {
    open.apply(window, args); // main sees it, and the popup closed
    return null;
  };
}

type Deliver = { op: string; id: number; channel: string; args: unknown[]; value: unknown; error?: string };
type PreloadWindow = Window & {
  standinIpc(message: string): void;
  standinDeliver(message: Deliver): void;
};

/** Runs in the isolated world: the preload script, with Electron's modules. Stands alone. */
function isolatedWorld(
  token: string,
  process: object,
  bridge: typeof makeBridge,
  codec: typeof makeCodec,
  preload: (require: (name: string) => object, process: object, module: object, exports: object) => void,
): void {
  // A new window's empty document gets no preload script, and frames get none either.
  if (window !== window.top || location.href === "about:blank") return;
  const { pack, unpack } = codec();
  const world = window as unknown as PreloadWindow; // the binding is there in this world only
  const post = world.standinIpc;
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const strict = (name: string, object: object): object =>
    new Proxy(object, {
      get(target, key, receiver) {
        const asked = typeof key === "string" && !["then", "default", "__esModule"].includes(key);
        if (asked && !(key in target)) {
          throw new Error(`electron stand-in: ${name}.${key} is not there`);
        }
        return Reflect.get(target, key, receiver);
      },
    });
  const ipcRenderer = strict("ipcRenderer", {
    on(channel: string, listener: () => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    removeListener(channel: string, listener: () => void) {
      const others = (listeners.get(channel) ?? []).filter((entry) => entry !== listener);
      listeners.set(channel, others);
    },
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const message = { op: "invoke", id, channel, args: args.map(pack), url: location.href };
        post(JSON.stringify(message));
        pending.set(id, { resolve, reject });
      }),
  });
  world.standinDeliver = ({ op, id, channel, args, value, error }) => {
    if (op === "send") {
      const event = strict("IpcRendererEvent", { sender: ipcRenderer, ports: [] });
      for (const listener of listeners.get(channel) ?? []) listener(event, ...args.map(unpack));
      return;
    }
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(unpack(value));
    else call?.reject(new Error(error));
  };
  post(JSON.stringify({ op: "hello" }));

  let title = "";
  const reportTitle = () => {
    if (document.title === title) return;
    title = document.title;
    post(JSON.stringify({ op: "title", title }));
  };
  document.addEventListener("DOMContentLoaded", () => {
    reportTitle();
    const observed = { childList: true, subtree: true, characterData: true };
    new MutationObserver(reportTitle).observe(document.head, observed);
  });

  const call = bridge(token, "preload", "page", new Map());
  const contextBridge = strict("contextBridge", {
    exposeInMainWorld: (key: string, api: unknown) => void call(1, [key, api]),
  });
  const require = (name: string) => {
    if (/^electron(\/(common|renderer))?$/.test(name)) {
      return strict("electron", { ipcRenderer, contextBridge });
    }
    throw new Error(`module not found: ${name}`); // a sandboxed preload script has little more
  };
  const module = { exports: {} };
  try {
    preload.call(undefined, require, process, module, module.exports);
  } catch (error) {
    console.error("Unable to load preload script:", error);
  }
}

/** Source for the page's own world. */
export const pageSource = (token: string): string =>
  `(${pageWorld})(${JSON.stringify(token)}, ${makeBridge})`;

/** Source for the preload script's world; `preload` is the script's text. */
export function preloadSource(token: string, preload: string): string {
  const { platform, arch, versions } = process;
  const seen = { platform, arch, versions, type: "renderer", sandboxed: true, contextIsolated: true };
  return `(${isolatedWorld})(${JSON.stringify(token)}, ${JSON.stringify(seen)}, ${makeBridge}, ${makeCodec},
    function (require, process, module, exports) {${preload}\n})`;
}
