import type { BrowserWindowConstructorOptions, WebPreferences } from "electron";
import type { Rect } from "./rect.ts";
import { notThere } from "../strict.ts";

export type WindowOptions = Partial<Rect> & BrowserWindowConstructorOptions;

/** Options that count here, or that only decide how a window looks. */
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

/** The only way in which pages run here. */
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
] satisfies (keyof WebPreferences)[]);

/** Throws on an option that would have an effect in Electron and has none here. */
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
