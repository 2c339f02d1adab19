import { app, BrowserWindow, protocol } from "electron";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { storedValues } from "#shared/stored-values.ts";
import { showNotifications } from "./announcements/announcement-notification.ts";
import { requestAnnouncements } from "./announcements/announcement-request.ts";
import { watchAnnouncements, type AnnouncementWatch } from "./announcements/announcement-watch.ts";
import { showAppMenu } from "./menu/app-menu.ts";
import { portalHandler } from "./protocol/app-protocol.ts";
import { answerBridge } from "./bridge/bridge-handlers.ts";
import { appIdOf, brand } from "./brand.ts";
import { offerContextMenus } from "./menu/context-menu.ts";
import { readDesktopConfig } from "./desktop-config.ts";
import { textsIn } from "./desktop-texts.ts";
import { openInterfaceBrand } from "./interface-brand.ts";
import { openDeviceStore, type DeviceStore } from "./storage/device-store.ts";
import { openExternally } from "./links/external-links.ts";
import { keepWindowsOnDisplays } from "./window/displays.ts";
import { focusWindow, openWindow, type WindowServices } from "./window/main-window.ts";
import { lockNavigation } from "./links/navigation-lock.ts";
import { openPath } from "./links/page-opening.ts";
import { denyPermissions } from "./protocol/permissions.ts";
import { portalScheme } from "./links/portal-address.ts";
import { showPreferences, type Preferences } from "./menu/preferences-menu.ts";
import type { RendererFiles } from "./protocol/renderer-files.ts";
import { openStartAtLogin } from "./start-at-login.ts";
import { openStoreFile, type StoreFile } from "./storage/store-file.ts";
import { createTray } from "./menu/tray.ts";
import { startUpdates } from "./updates/start-updates.ts";
import { onPinChange, pinOf } from "./window/window-pin.ts";
import { windowStateIn } from "./window/window-state.ts";

/** Delays quitting only while a write is pending, so that the system's log-out is not interrupted. */
function quitOnceWritten(store: DeviceStore): void {
  let waiting = false;
  let written = false;
  const quit = () => {
    written = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    if (written || !store.isWriting()) return;
    event.preventDefault();
    if (waiting) return;
    waiting = true;
    void store.settled().finally(quit);
  });
}

/** Quits when the last window closes (except on macOS), after pending writes are done. */
function followLifeCycle(store: DeviceStore, onActivate: () => void): void {
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", onActivate);
  quitOnceWritten(store);
}

export type Shell = {
  /** Brings the app to the front and opens a path, if given. Returns the window. */
  open(path: string | null): BrowserWindow;
};

const currentLanguage = (store: DeviceStore) => (): Language => {
  const { language } = store.texts();
  return storedValues.language.parse(language ?? "") ?? defaultLanguage;
};

/** Returns the window that tray, links and a second start act on: the one focused last. */
function trackCurrentWindow(): () => BrowserWindow | null {
  let last: BrowserWindow | null = null;
  app.on("browser-window-focus", (_event, window) => (last = window));
  // A window that has just been closed may still be listed.
  const any = () => BrowserWindow.getAllWindows().find((window) => !window.isDestroyed());
  return () => (last?.isDestroyed() === false ? last : (any() ?? null));
}

function createShell(services: WindowServices, currentWindow: () => BrowserWindow | null): Shell {
  return {
    open: (path) => {
      const window = currentWindow();
      if (!window) return openWindow(services, path ?? "/");
      if (path !== null) openPath(window, path);
      focusWindow(window);
      return window;
    },
  };
}

/** Rebuilds menu and tray when the language, the focused window or a pin changes. */
function keepMenusCurrent(
  file: StoreFile,
  preferences: Preferences,
  services: WindowServices,
  shell: Shell,
  currentWindow: () => BrowserWindow | null,
): void {
  const { texts } = services;
  const { store } = preferences;
  const updates = startUpdates({ texts, settled: () => store.settled(), file });
  const actions = {
    openWindow: () => void openWindow(services),
    showPreferences: () => showPreferences(shell.open(null), texts(), preferences),
    ...(updates && { checkForUpdates: () => void updates.forUser() }),
  };
  const showTray = createTray({
    showWindow: () => void shell.open(null),
    pin: () => pinOf(currentWindow()),
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

/** Notifies the user of new announcements while that is turned on. */
function followAnnouncements(
  file: StoreFile,
  apiOrigin: string,
  language: () => Language,
  shell: Shell,
): AnnouncementWatch {
  // Windows shows notifications only for the app ID that the installer registered.
  if (process.platform === "win32") app.setAppUserModelId(appIdOf(brand));
  return watchAnnouncements({
    file,
    request: (signal) => requestAnnouncements(apiOrigin, language(), signal),
    notify: (news) => showNotifications(news, language(), (path) => void shell.open(path)),
  });
}

/**
 * Starts the app with a window at a path, or the home page. Everything that the page does not depend on is
 * set up afterwards, while its process starts; the page gets its files once they are open. Requires the
 * app to be ready. Throws a ConfigError for unusable settings.
 */
export function startShell(files: Promise<RendererFiles>, path: string | null): Shell {
  const config = readDesktopConfig();
  const { apiOrigin } = config;
  const file = openStoreFile(app.getPath("userData"));
  const store = openDeviceStore(file);
  const language = currentLanguage(store);
  const services: WindowServices = {
    state: windowStateIn(file),
    texts: () => textsIn(language()),
    isSignedIn: () => store.holdsToken(),
    brand: openInterfaceBrand(file, apiOrigin),
  };
  const openAddress = (address: string) => openExternally(address, apiOrigin);
  const openInNewWindow = (opened: string) => void openWindow(services, opened);
  const currentWindow = trackCurrentWindow();
  const shell = createShell(services, currentWindow);
  const announcements = followAnnouncements(file, apiOrigin, language, shell);

  denyPermissions();
  lockNavigation({ openExternally: openAddress, openWindow: openInNewWindow });
  offerContextMenus({ texts: services.texts, apiOrigin, openWindow: openInNewWindow });
  const state = { isSignedIn: services.isSignedIn, brand: services.brand, language };
  const handler = files.then((opened) => portalHandler(opened, config, state));
  handler.catch(() => {}); // the caller reports that there are no files
  protocol.handle(portalScheme, async (request) => (await handler)(request));
  answerBridge(store, openAddress, announcements);
  shell.open(path);

  followLifeCycle(store, () => void shell.open(null));
  keepWindowsOnDisplays();
  const preferences = { store, announcements, startAtLogin: openStartAtLogin() };
  keepMenusCurrent(file, preferences, services, shell, currentWindow);
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  return shell;
}
