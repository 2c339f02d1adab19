/**
 * Encodes IPC values as JSON. Electron uses structured clone; values that JSON cannot carry throw here.
 * Self-contained: its source also runs in Chromium.
 */
export function makeCodec() {
  type Tagged = { $: "undefined" } | { $: "number"; v: string } | { $: "object"; v: object };

  function pack(value: unknown): unknown {
    if (value === undefined) return { $: "undefined" };
    if (typeof value === "number" && !Number.isFinite(value)) return { $: "number", v: `${value}` };
    if (typeof value === "function" || typeof value === "symbol") {
      throw new Error("An object could not be cloned.");
    }
    if (typeof value === "bigint")
      throw new Error("electron stand-in: IPC of a bigint is not there");
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(pack);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind === "Promise") throw new Error("An object could not be cloned.");
    if (kind !== "Object") throw new Error(`electron stand-in: IPC of a ${kind} is not there`);
    const entries = Object.entries(value).map(([key, entry]) => [key, pack(entry)]);
    const packed = Object.fromEntries(entries);
    return "$" in packed ? { $: "object", v: packed } : packed;
  }

  const unpackAll = (object: object): object =>
    Object.fromEntries(Object.entries(object).map(([key, entry]) => [key, unpack(entry)]));

  function unpack(value: unknown): unknown {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(unpack);
    if (!("$" in value)) return unpackAll(value);
    const tagged = value as Tagged; // pack wraps every object that has a `$` of its own
    if (tagged.$ === "undefined") return undefined;
    return tagged.$ === "number" ? Number(tagged.v) : unpackAll(tagged.v);
  }

  return { pack, unpack };
}
