/** A set of listeners for one event; `Value` is what each of them is called with. */
type Listeners<Value> = {
  add: (listener: (value: Value) => void) => () => void;
  emit: (value: Value) => void;
};

/** Globals of browsers, and of Node: this folder is compiled without the types of either. */
const globals = globalThis as typeof globalThis & {
  reportError?: (error: unknown) => void;
  console: { error: (...parts: unknown[]) => void };
};

/** Logs what a listener threw; in the interface it is shown as well (app/notifications.ts). */
function report(error: unknown): void {
  if (globals.reportError) globals.reportError(error);
  else globals.console.error("A listener failed:", error);
}

/** Creates an empty set of listeners: `createListeners()` for an event without a value. */
export function createListeners<Value = void>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // One that throws stops neither the others nor the caller: a session that ends has to end everywhere.
    emit: (value) =>
      listeners.forEach((listener) => {
        try {
          listener(value);
        } catch (error) {
          report(error);
        }
      }),
  };
}
