import { createStore, useStore } from "zustand";
import { defaultFlags, type Flags } from "#shared/flags.ts";
import { platform } from "#renderer/platform/current-platform.ts";

const store = createStore<Flags>(() => defaultFlags);
// A page is rendered on the server with the values of that moment, and taken over with the same ones.
store.getInitialState = store.getState;

/** The feature flags: the last known values, else all off. */
export const useFlags = Object.assign(
  <T = Flags>(selector: (flags: Flags) => T) => useStore(store, selector),
  store,
);

/** Restores the last known values. Call once, after `platform.load()`. */
export function startFlags(): void {
  useFlags.setState(platform.read("flags"));
}

export const storeFlags = (flags: Flags): void => platform.write("flags", flags);
