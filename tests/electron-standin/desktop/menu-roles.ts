import type { MenuItemConstructorOptions } from "electron";
import { app } from "../app/app.ts";
import type { BrowserWindow } from "../window/browser-window.ts";
import { notThere } from "../strict.ts";

type Role = NonNullable<MenuItemConstructorOptions["role"]>;

const zoomBy = (step: number) => (window?: BrowserWindow) => {
  if (window) window.webContents.zoomLevel += step;
};

/** The built-in actions of roles. */
const deeds: Partial<Record<Role, (window?: BrowserWindow) => void>> = {
  minimize: (window) => window?.minimize(),
  close: (window) => window?.close(),
  quit: () => app.quit(),
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
  zoomIn: zoomBy(0.5),
  zoomOut: zoomBy(-0.5),
  resetZoom: (window) => {
    if (window) window.webContents.zoomLevel = 0;
  },
};

/** Runs the action of a role. */
export function playRole(role: Role, window?: BrowserWindow): void {
  const deed = deeds[role];
  if (!deed) throw notThere(`the menu role ${role}`);
  deed(window);
}
