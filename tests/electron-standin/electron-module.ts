import { contentsByTarget } from "./all-contents.ts";
import { app } from "./app.ts";
import { BrowserWindow } from "./browser-window.ts";
import { clipboard } from "./clipboard.ts";
import { mainExports } from "./declared-api.ts";
import { dialog } from "./dialog.ts";
import { ipcMain } from "./ipc-main.ts";
import { Menu, MenuItem } from "./menu.ts";
import { nativeImage } from "./native-image.ts";
import { watchTargets } from "./navigation-gate.ts";
import { net } from "./net.ts";
import { Notification } from "./notification.ts";
import { protocol } from "./protocol.ts";
import { safeStorage } from "./safe-storage.ts";
import { screen } from "./screen.ts";
import { session } from "./session.ts";
import { shell } from "./shell.ts";
import { absent, strictObject } from "./strict.ts";
import { Tray } from "./tray.ts";

const webContents = strictObject("WebContents", {
  /** How Playwright finds the window of a page. */
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

/** What the app sees as `electron`: all that Electron's types name; what is not there throws. */
export const electron: Record<string, object> = Object.fromEntries(
  mainExports().map((name) => [name, there[name] ?? absent(name)]),
);

watchTargets();
