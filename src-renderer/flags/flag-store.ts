import { create } from "zustand";
import { defaultFlags, type Flags } from "../../src-shared/flags.ts";
import { platform } from "../platform/current-platform.ts";

/** The feature flags: the last known values, else all off. */
export const useFlags = create<Flags>(() => defaultFlags);

/** Restores the last known values. Call once, after `platform.load()`. */
export function startFlags(): void {
  useFlags.setState(platform.read("flags"));
}

/** Stores values of the flag service for the next start. */
export const keepFlags = (flags: Flags): void => platform.write("flags", flags);
