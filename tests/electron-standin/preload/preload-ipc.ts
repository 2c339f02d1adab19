import type { makeCodec } from "./clone.ts";

/** A message from main to a preload script. */
type FromMain = {
  op: "send" | "reply";
  id: number;
  channel: string;
  /** As the codec packs it. */
  args: string;
  value: string;
  error?: string;
};
type Listener = (event: object, ...args: unknown[]) => void;
type PreloadWindow = Window & {
  standinIpc: (message: string) => void;
  standinDeliver: (message: FromMain) => void;
};

/** Creates an object that throws when a missing property is read. Self-contained. */
export function strictInPage(name: string, object: object): object {
  const always = new Set(["then", "default", "__esModule"]); // read from any object by the language itself
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === "string" && !(key in target) && !always.has(key)) {
        throw new Error(`electron stand-in: ${name}.${key} is not there`);
      }
      return Reflect.get(target, key, receiver);
    },
  });
}

/** Creates `ipcRenderer`, and a function for other messages to main. Self-contained. */
export function makeIpc(
  strict: typeof strictInPage,
  { pack, unpack }: ReturnType<typeof makeCodec>,
) {
  const world = window as unknown as PreloadWindow; // the binding is there in this world only
  const listeners = new Map<string, Listener[]>();
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const post = (message: object) => world.standinIpc(JSON.stringify(message));
  const ipcRenderer = strict("ipcRenderer", {
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    removeListener(channel: string, listener: Listener) {
      const others = (listeners.get(channel) ?? []).filter((entry) => entry !== listener);
      listeners.set(channel, others);
    },
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++lastId;
        post({ op: "invoke", id, channel, args: pack(args) });
        pending.set(id, { resolve, reject });
      }),
  });
  function settle({ id, value, error }: FromMain): void {
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(unpack(value));
    else call?.reject(new Error(error));
  }
  world.standinDeliver = (message) => {
    if (message.op === "reply") return settle(message);
    const event = strict("IpcRendererEvent", { sender: ipcRenderer, ports: [] });
    for (const listener of listeners.get(message.channel) ?? []) {
      listener(event, ...(unpack(message.args) as unknown[])); // as `send` packs them
    }
  };
  return { ipcRenderer, post };
}
