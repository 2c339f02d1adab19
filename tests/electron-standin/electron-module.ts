import { contentsByTarget } from "./page/all-contents.ts";
import { app } from "./app/app.ts";
import { BrowserWindow } from "./window/browser-window.ts";
import { mainExports } from "./declared-api.ts";
import { clipboard, dialog, shell } from "./desktop/system-services.ts";
import { ipcMain } from "./app/ipc-main.ts";
import { Menu, MenuItem } from "./desktop/menu.ts";
import { nativeImage } from "./desktop/native-image.ts";
import { watchTargets } from "./navigation/navigation-gate.ts";
import { net } from "./schemes/net.ts";
import { Notification } from "./desktop/notification.ts";
import { protocol } from "./schemes/protocol.ts";
import { safeStorage } from "./app/safe-storage.ts";
import { screen } from "./window/screen.ts";
import { session } from "./app/session.ts";
import { absent, strictObject } from "./strict.ts";
import { Tray } from "./desktop/tray.ts";

const webContents = strictObject("WebContents", {
  /** Playwright uses this to find the window of a page. */
  fromDevToolsTargetId: (targetId: string) => contentsByTarget.get(targetId),
  getAllWebContents: () => [...contentsByTarget.values()],
});

const there: Record<string, object> = {
  app,
  BrowserWindow,
  clipboard,
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
