/** A set of listeners for one event; `Value` is what each of them is called with. */
type Listeners<Value> = {
  add: (listener: (value: Value) => void) => () => void;
  emit: (value: Value) => void;
};

/** Creates an empty set of listeners: `createListeners()` for an event without a value. */
export function createListeners<Value = void>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (value) => listeners.forEach((listener) => listener(value)),
  };
}
