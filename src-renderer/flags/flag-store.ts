import { create } from "zustand";
import { defaultFlags, type Flags } from "../../src-shared/flags.ts";
import { platform } from "../platform/current-platform.ts";

/** The feature flags in force: the last known values, else all off (ruling 22). */
export const useFlags = create<Flags>(() => defaultFlags);

/** Restores the last known values, and follows other windows. Call once, after `platform.load()`. */
export function startFlags(): void {
  const restore = () => useFlags.setState(platform.read("flags"));
  restore();
  platform.onChange((name) => {
    if (name === "flags") restore();
  });
}
