import { create } from "zustand";
import { storedValues } from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";

const names = ["menuCollapsed", "searchShortcut"] as const;
type Name = (typeof names)[number];

/** Stored choices of the user of this device (specification, sections 2 and 9). */
export type Preferences = Record<Name, boolean>;

export const usePreferences = create<Preferences>(() => ({
  menuCollapsed: storedValues.menuCollapsed.default,
  searchShortcut: storedValues.searchShortcut.default,
}));

/** Restores the preferences, and follows other windows. Call once, after `platform.load()`. */
export function startPreferences(): void {
  const restore = (name: Name) => usePreferences.setState({ [name]: platform.read(name) });
  names.forEach(restore);
  platform.onChange((changed) => names.filter((name) => name === changed).forEach(restore));
}

export function setPreference(name: Name, value: boolean): void {
  platform.write(name, value);
  usePreferences.setState({ [name]: value });
}
