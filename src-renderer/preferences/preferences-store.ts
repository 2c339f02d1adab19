import { create } from "zustand";
import { platform } from "../platform/current-platform.ts";

/** Stored choices of the user of this device (specification, sections 2 and 9). */
export type Preferences = { menuCollapsed: boolean };

export const usePreferences = create<Preferences>(() => ({ menuCollapsed: false }));

/** Restores the preferences, and follows other windows. Call once, after `platform.load()`. */
export function startPreferences(): void {
  const restore = () => usePreferences.setState({ menuCollapsed: platform.read("menuCollapsed") });
  restore();
  platform.onChange((name) => {
    if (name === "menuCollapsed") restore();
  });
}

export function setMenuCollapsed(menuCollapsed: boolean): void {
  platform.write("menuCollapsed", menuCollapsed);
  usePreferences.setState({ menuCollapsed });
}
