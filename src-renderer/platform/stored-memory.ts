import {
  storedValues,
  type StoredValueName,
  type StoredValueOf,
} from "../../src-shared/stored-values.ts";

/** A value's text, as it is stored. */
export function formatStored<Name extends StoredValueName>(
  name: Name,
  value: StoredValueOf<Name>,
): string {
  // Same name, same entry: TypeScript does not follow the name through the union.
  const { format } = storedValues[name] as { format: (value: unknown) => string };
  return format(value);
}

/** Values by name, and who follows them. A text that does not parse counts as the default. */
export function createStoredMemory() {
  const values = new Map<StoredValueName, unknown>();
  const listeners = new Set<(name: StoredValueName) => void>();
  return {
    read: <Name extends StoredValueName>(name: Name) =>
      // Written under its own name, by that entry's parser or type.
      (values.has(name) ? values.get(name) : storedValues[name].default) as StoredValueOf<Name>,
    write: <Name extends StoredValueName>(name: Name, value: StoredValueOf<Name>) =>
      void values.set(name, value),
    remove: (name: StoredValueName) => void values.delete(name),
    /** Takes a stored text over; null: there is none. */
    restore: (name: StoredValueName, text: string | null) => {
      const { parse, default: fallback } = storedValues[name];
      values.set(name, (text === null ? null : parse(text)) ?? fallback);
    },
    onChange: (listener: (name: StoredValueName) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (name: StoredValueName) => listeners.forEach((listener) => listener(name)),
  };
}
