/**
 * Encodes IPC values as JSON. Electron uses structured clone; of values that JSON cannot carry only `undefined` is
 * supported, the others throw. Self-contained: its source also runs in Chromium.
 */
export function makeCodec() {
  const carried = new Set(["Null", "Boolean", "String", "Number", "Array", "Object"]);

  const pack = (value: unknown): string =>
    JSON.stringify([value], function encode(this: Record<string, unknown>, key) {
      const entry = this[key]; // as it is before a `toJSON`
      if (entry === undefined) return { $: "undefined" };
      const kind = Object.prototype.toString.call(entry).slice(8, -1);
      const isTagged = kind === "Object" && Object.hasOwn(entry as object, "$");
      if (!carried.has(kind) || isTagged || (kind === "Number" && !Number.isFinite(entry)))
        throw new Error(`An object could not be cloned: ${kind}`);
      return entry;
    });

  const restore = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(restore);
    if ("$" in value) return undefined;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, restore(entry)]));
  };
  const unpack = (text: string): unknown => (restore(JSON.parse(text)) as unknown[])[0]; // as `pack` wrote it

  return { pack, unpack };
}
