import { app, BrowserWindow, protocol } from "electron";
import { defaultLanguage } from "../src-shared/languages.ts";
import { storedValues } from "../src-shared/stored-values.ts";
import { showAppMenu } from "./app-menu.ts";
import { portalHandler } from "./app-protocol.ts";
import { answerBridge } from "./bridge-handlers.ts";
import { brand } from "./brand.ts";
import { readDesktopConfig } from "./desktop-config.ts";
import { textsIn, type DesktopTexts } from "./desktop-texts.ts";
import { openDeviceStore, type DeviceStore } from "./device-store.ts";
import { openExternally } from "./external-links.ts";
import { rendererFolder } from "./folders.ts";
import {
  focusWindow,
  keepWindowsOnDisplays,
  openWindow,
  showPage,
  type WindowServices,
} from "./main-window.ts";
import { lockNavigation } from "./navigation-lock.ts";
import { denyPermissions } from "./permissions.ts";
import { portalScheme } from "./portal-address.ts";
import { showPreferences } from "./preferences-menu.ts";
import { openRendererFiles } from "./renderer-files.ts";
import { openStoreFile } from "./store-file.ts";
import { createTray } from "./tray.ts";
import { onPinChange, pinOf } from "./window-pin.ts";
import { windowStateIn } from "./window-state.ts";

/** The app once it runs. */
export type Shell = {
  /** Brings the app to the front, and to a path of ours if there is one. */
  open(path: string | null): void;
};

const currentTexts = (store: DeviceStore) => (): DesktopTexts => {
  const { language } = store.texts();
  return textsIn(storedValues.language.parse(language ?? "") ?? defaultLanguage);
};

/** The window that tray, links and a second start mean: the one that had the focus last. */
function trackWindow(): () => BrowserWindow | null {
  let last: BrowserWindow | null = null;
  app.on("browser-window-focus", (_event, window) => (last = window));
  return () => (last?.isDestroyed() === false ? last : (BrowserWindow.getAllWindows()[0] ?? null));
}

function createShell(services: WindowServices, windowMeant: () => BrowserWindow | null): Shell {
  return {
    open: (path) => {
      const window = windowMeant();
      if (!window) return void openWindow(services, path ?? "/");
      if (path !== null) showPage(window, path);
      focusWindow(window);
    },
  };
}

/** Menu and tray speak the stored language, and know which window is pinned. */
function keepMenusCurrent(
  store: DeviceStore,
  services: WindowServices,
  shell: Shell,
  windowMeant: () => BrowserWindow | null,
): void {
  const { texts } = services;
  const actions = {
    openWindow: () => void openWindow(services),
    showPreferences: () => showPreferences(texts(), store),
  };
  const showTray = createTray({
    showWindow: () => shell.open(null),
    pin: () => pinOf(windowMeant()),
  });
  const refresh = () => {
    showAppMenu(texts(), actions);
    showTray(texts());
  };
  refresh();
  app.on("browser-window-focus", refresh);
  onPinChange(refresh);
  store.onChange(({ name }) => {
    if (name === "language") refresh();
  });
}

/** Quits when the last window closes, as is the custom off macOS, and not before all is written. */
function followLifeCycle(store: DeviceStore, shell: Shell): void {
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", () => shell.open(null));
  let written = false;
  const quitWhenWritten = async () => {
    await store.settled();
    written = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    if (written) return;
    event.preventDefault();
    void quitWhenWritten();
  });
}

/**
 * Sets everything up, without a window. To be called once the app is ready. Rejects with a
 * ConfigError, and when the renderer's files are not there.
 */
export async function prepareShell(): Promise<Shell> {
  const config = readDesktopConfig(process.env);
  const files = await openRendererFiles(rendererFolder);
  const file = openStoreFile(app.getPath("userData"));
  const store = await openDeviceStore(file);
  const services: WindowServices = { state: windowStateIn(file), texts: currentTexts(store) };
  const openAddress = (address: string) => openExternally(address, config.apiOrigin);
  const windowMeant = trackWindow();
  const shell = createShell(services, windowMeant);

  denyPermissions();
  lockNavigation({
    openExternally: openAddress,
    openWindow: (path) => void openWindow(services, path),
  });
  protocol.handle(portalScheme, portalHandler(files, config));
  answerBridge(store, openAddress);
  followLifeCycle(store, shell);
  keepWindowsOnDisplays();
  keepMenusCurrent(store, services, shell, windowMeant);
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  return shell;
}
