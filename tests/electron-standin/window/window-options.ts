import type { BrowserWindowConstructorOptions, WebPreferences } from "electron";
import type { Rect } from "./window-place.ts";
import { notThere } from "../strict.ts";

export type WindowOptions = Partial<Rect> & BrowserWindowConstructorOptions;

/** Supported options, and those that only affect the look. */
const known = new Set<string>([
  "x",
  "y",
  "width",
  "height",
  "minWidth",
  "minHeight",
  "show",
  "title",
  "icon",
  "backgroundColor",
  "webPreferences",
] satisfies (keyof BrowserWindowConstructorOptions)[]);

/** The only values of these web preferences. */
const fixed: WebPreferences = {
  nodeIntegration: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
};
const free = new Set<string>([
  "preload",
  "devTools",
  "spellcheck",
  "nodeIntegrationInSubFrames",
  // Has no effect: there are no code caches.
  "v8CacheOptions",
] satisfies (keyof WebPreferences)[]);

/** Throws on options that have an effect in Electron but not here. */
export function checkOptions(options: WindowOptions): void {
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw notThere(`the option ${name} of BrowserWindow`);
  }
  for (const [name, value] of Object.entries(options.webPreferences ?? {})) {
    if (!free.has(name) && Reflect.get(fixed, name) !== value) {
      throw notThere(`webPreferences.${name}: ${String(value)}`);
    }
  }
}
