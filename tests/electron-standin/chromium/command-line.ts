import { startedWith } from "../started-with.ts";
import { strictObject } from "../strict.ts";

/** Switches for Chromium that the app or Playwright's loader added before the start. */
export const switches = new Map<string, string>();

/** `app.commandLine` */
export const commandLine = strictObject("CommandLine", {
  appendSwitch(name: string, value = ""): void {
    const before = name === "disable-features" ? switches.get(name) : undefined;
    switches.set(name, before ? `${before},${value}` : value); // Chromium uses only the last of two equal switches
  },
  hasSwitch: (name: string): boolean =>
    switches.has(name) ||
    startedWith.args.includes(`--${name}`) ||
    startedWith.switchValue(name) !== undefined,
  getSwitchValue: (name: string): string =>
    switches.get(name) ?? startedWith.switchValue(name) ?? "",
});
