/**
 * Implements contextBridge in both worlds of a page. The worlds communicate by DOM events, whose details
 * Chromium clones. Self-contained: its source runs in Chromium.
 */
export function makeBridge(
  token: string,
  side: string,
  other: string,
  functions: Map<number, (...args: never[]) => unknown>,
) {
  type Settled = { resolve(value: unknown): void; reject(error: unknown): void };
  type Message = {
    op: "call" | "reply" | "settle";
    id: number;
    args: unknown[];
    value: unknown;
    error: unknown;
    failed: boolean;
  };
  // Saved because the page may replace them later.
  const { CustomEvent, Promise } = window;
  const dispatch = window.dispatchEvent.bind(window);
  const pending = new Map<number, Settled>();
  let lastId = 100;
  let reply: Partial<Message> = {};

  const emit = (detail: Partial<Message>) => dispatch(new CustomEvent(token + other, { detail }));
  const isObject = (value: unknown): value is Record<string, unknown> =>
    Object.prototype.toString.call(value) === "[object Object]";
  const mapValues = (value: object, map: (entry: unknown) => unknown) =>
    Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, map(entry)]));

  function wrap(value: unknown): unknown {
    const id = ++lastId;
    if (typeof value === "function") {
      functions.set(id, value as () => unknown); // called with what the other world gives
      return { [token]: "function", id };
    }
    if (value instanceof Promise) {
      value.then(
        (result) => emit({ op: "settle", id, value: wrap(result) }),
        (error: unknown) => emit({ op: "settle", id, failed: true, error }),
      );
      return { [token]: "promise", id };
    }
    if (Array.isArray(value)) return value.map(wrap);
    return isObject(value) ? mapValues(value, wrap) : value;
  }
  function unwrap(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(unwrap);
    if (!isObject(value)) return value;
    const id = Number(value["id"]);
    if (value[token] === "function") return (...args: unknown[]) => call(id, args);
    if (value[token] === "promise") {
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    }
    return mapValues(value, unwrap);
  }
  function call(id: number, args: unknown[]): unknown {
    emit({ op: "call", id, args: args.map(wrap) });
    const { failed, error, value } = reply; // events are synchronous: it is there
    if (failed) throw error;
    return unwrap(value);
  }
  function settle({ id, failed, error, value }: Message): void {
    const promise = pending.get(id);
    pending.delete(id);
    if (failed) promise?.reject(error);
    else promise?.resolve(unwrap(value));
  }
  function answer({ id, args }: Message): void {
    try {
      const called = functions.get(id) as (...values: unknown[]) => unknown; // its own id comes back
      emit({ op: "reply", value: wrap(called(...args.map(unwrap))) });
    } catch (error) {
      emit({ op: "reply", failed: true, error });
    }
  }
  window.addEventListener(token + side, (event) => {
    const { detail } = event as CustomEvent<Message>; // nobody else knows the token
    if (detail.op === "reply") reply = detail;
    else if (detail.op === "settle") settle(detail);
    else answer(detail);
  });
  return call;
}
