import { contentsByTarget } from "./page/page-session.ts";
import { app } from "./app/app.ts";
import { BrowserWindow } from "./window/browser-window.ts";
import { mainExports } from "./declared-api.ts";
import { dialog, shell } from "./desktop/system-services.ts";
import { ipcMain } from "./app/ipc-main.ts";
import { Menu, MenuItem } from "./desktop/menu.ts";
import { watchTargets } from "./navigation/navigation-gate.ts";
import { Notification, Tray, nativeImage } from "./desktop/tray-and-notifications.ts";
import { net, protocol } from "./schemes/protocol.ts";
import { safeStorage } from "./app/safe-storage.ts";
import { screen } from "./window/window-place.ts";
import { session } from "./app/session.ts";
import { absent, strictObject } from "./strict.ts";

const webContents = strictObject("WebContents", {
  /** Playwright uses this to find the window of a page. */
  fromDevToolsTargetId: (targetId: string) => contentsByTarget.get(targetId),
});

const there: Record<string, object> = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
};

/** What the app imports as `electron`: every name in Electron's types; unsupported ones throw. */
export const electron: Record<string, object> = Object.fromEntries(
  mainExports().map((name) => [name, there[name] ?? absent(name)]),
);

watchTargets();
