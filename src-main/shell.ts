import { app, BrowserWindow, dialog, protocol, session } from "electron";
import { defaultLanguage, servedLanguage, type Language } from "#shared/languages.ts";
import { playerHosts } from "#shared/embeds.ts";
import { storedValues } from "#shared/stored-values.ts";
import { showAppMenu } from "./menu/app-menu.ts";
import { portalHandler, sendReferrerToPlayers } from "./protocol/app-protocol.ts";
import { answerBridge, reportChanges } from "./bridge/bridge-handlers.ts";
import { appIdOf, brand } from "./brand.ts";
import { offerContextMenus } from "./menu/context-menu.ts";
import { readDesktopConfig } from "./desktop-config.ts";
import { textsIn, withName } from "./desktop-texts.ts";
import { packagedBrand, storeBrand } from "./interface-brand.ts";
import type { DeepLink } from "./links/deep-links.ts";
import { openExternally } from "./links/external-links.ts";
import { keepWindowsOnDisplays } from "./window/displays.ts";
import {
  closeWindows,
  focusWindow,
  openWindow,
  type WindowServices,
} from "./window/main-window.ts";
import { lockNavigation } from "./links/navigation-lock.ts";
import { openPath } from "./links/page-opening.ts";
import { logFailure } from "./log.ts";
import { denyPermissions } from "./protocol/permissions.ts";
import { isConnectUrl, portalScheme } from "./links/portal-address.ts";
import { showPreferences, type Preferences } from "./menu/preferences-menu.ts";
import { createConnectWindow, type ConnectWindow } from "./portal/connect-window.ts";
import { parseAddress, type FoundPortal } from "./portal/find-portal.ts";
import { openPortal, pendingLogouts, type OpenPortal } from "./portal/open-portal.ts";
import type { RendererFiles } from "./protocol/renderer-files.ts";
import { openKeepRunning } from "./keep-running.ts";
import { openSpelling } from "./spelling.ts";
import { isStartAtLogin, openStartAtLogin } from "./start-at-login.ts";
import {
  chosenPortal,
  moveEarlierEntries,
  portalEntries,
  rememberPortal,
} from "./storage/portal-entries.ts";
import { openStoreFile, type OpenedStoreFile } from "./storage/store-file.ts";
import { createTray } from "./menu/tray.ts";
import { startUpdates } from "./updates/start-updates.ts";
import { onPinChange, pinOf } from "./window/window-pin.ts";
import { windowStateIn } from "./window/window-state.ts";

/** Delays quitting only while a write or a logout is pending, so that the system's log-out is not interrupted. */
function quitOnceWritten(portal: () => OpenPortal | null): void {
  let waiting = false;
  let written = false;
  const quit = () => {
    written = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    const store = portal()?.store;
    const pending = [...(store?.isWriting() ? [store.settled()] : []), ...pendingLogouts()];
    if (written || pending.length === 0) return;
    event.preventDefault();
    if (waiting) return;
    waiting = true;
    void Promise.allSettled(pending).finally(quit);
  });
}

/** When the last window closes, stays in the tray or quits, after pending writes are done. */
function followLifeCycle(shell: ShellState): void {
  app.on("window-all-closed", () => {
    // Without a portal there is nothing to run for.
    if (process.platform !== "darwin" && (!shell.portal() || !shell.keepRunning.isOn())) {
      return app.quit();
    }
    shell.keepRunning.tell(shell.texts(), shell.brand().name);
    shell.refreshMenus();
  });
  app.on("activate", () => void shell.openPath(null));
  quitOnceWritten(shell.portal);
}

export type Shell = {
  /** Brings the app to the front and opens a link, if given. */
  open(link: DeepLink | null): void;
};

/** Returns the window that tray, links and a second start act on: the one focused last. */
function trackCurrentWindow(
  isOther: (window: BrowserWindow) => boolean,
): () => BrowserWindow | null {
  let last: BrowserWindow | null = null;
  app.on("browser-window-focus", (_event, window) => {
    if (!isOther(window)) last = window;
  });
  // A window that has just been closed may still be listed.
  const any = () =>
    BrowserWindow.getAllWindows().find((window) => !window.isDestroyed() && !isOther(window));
  return () => (last?.isDestroyed() === false ? last : (any() ?? null));
}

/** Deletes what pages have stored themselves: all portals have the same origin in the app. */
const emptyPages = (): Promise<void> => session.defaultSession.clearStorageData();

/** The portal that the app is at, with the handler of its requests; null until the user has chosen one. */
type Place = { portal: OpenPortal; handle: Promise<ReturnType<typeof portalHandler>> };

/** Everything that the parts of the shell share. */
class ShellState {
  readonly config = readDesktopConfig();
  readonly file: OpenedStoreFile = openStoreFile(app.getPath("userData"));
  readonly keepRunning = openKeepRunning(this.file);
  readonly spelling = openSpelling(this.file);
  readonly connect: ConnectWindow;
  readonly currentWindow: () => BrowserWindow | null;
  readonly services: WindowServices;
  /** Rebuilds menu and tray. */
  refreshMenus: () => void = () => {};
  readonly #files: Promise<RendererFiles>;
  #place: Place | null = null;

  constructor(files: Promise<RendererFiles>) {
    this.#files = files;
    this.services = {
      state: windowStateIn(this.file),
      texts: this.texts,
      isSignedIn: () => this.portal()?.store.holdsToken() ?? false,
      brand: this.brand,
    };
    this.connect = createConnectWindow({
      state: () => {
        const portal = this.portal();
        const current = portal && { origin: portal.origin, name: this.brand().name };
        return { texts: this.texts(), language: this.language(), current };
      },
      chooseLanguage: (language) => this.#chooseLanguage(language),
      choose: (found, path) => this.#moveTo(found, path),
    });
    this.currentWindow = trackCurrentWindow((window) => this.connect.isConnectWindow(window));
    this.#start();
  }

  /** Enters the portal that the app is set to, or was at last. */
  #start(): void {
    const { file, config } = this;
    moveEarlierEntries(file, config.apiOrigin);
    const last = chosenPortal(file);
    const origin = config.apiOrigin ?? last;
    if (origin === null) return;
    if (origin === last) return this.#enter(origin);
    const emptied = last === null ? Promise.resolve() : this.#open(last).leave().then(emptyPages);
    const ready = emptied.then(
      () => rememberPortal(file, origin),
      (error: unknown) => logFailure("What the pages have stored could not be deleted", error),
    );
    this.#enter(origin, ready);
  }

  /** The user's language, of those that the portal has. */
  readonly language = (): Language => {
    const stored = this.file.get(storedValues.language.key);
    const chosen = storedValues.language.parse(typeof stored === "string" ? stored : "");
    const portal = this.portal();
    return portal
      ? servedLanguage(portal.brand.current().languages, chosen)
      : (chosen ?? defaultLanguage);
  };
  readonly texts = () => textsIn(this.language());
  readonly portal = (): OpenPortal | null => this.#place?.portal ?? null;
  readonly brand = () => this.portal()?.brand.current() ?? packagedBrand;
  readonly origin = () => this.portal()?.origin ?? "";

  /** For calls of pages, of which there are none without a portal. */
  readonly portalOfPages = (): OpenPortal => {
    const portal = this.portal();
    if (!portal) throw new Error("Refused: the app is at no portal");
    return portal;
  };

  readonly handle = async (request: Request): Promise<Response> => {
    if (isConnectUrl(request.url)) return this.connect.answer(request);
    if (!this.#place) return new Response("There is no portal", { status: 503 });
    return (await this.#place.handle)(request);
  };

  /** Opens a path of the portal in the current window, or in a new one. Asks for the portal if there is none. */
  readonly openPath = (path: string | null): BrowserWindow | null => {
    if (!this.#place) {
      this.connect.show(path === null ? undefined : { address: null, path });
      return null;
    }
    const window = this.currentWindow();
    if (!window) return openWindow(this.services, path ?? "/");
    if (path !== null) openPath(window, path);
    focusWindow(window);
    return window;
  };

  readonly openWindow = (path?: string): void => {
    if (this.#place) openWindow(this.services, path);
    else this.connect.show();
  };

  /** Opens a link. One to another portal only fills in its address: the user decides. */
  readonly open = (link: DeepLink | null): void => {
    const path = link?.path ?? null;
    if (!link?.portal) return void this.openPath(path);
    const address = parseAddress(link.portal);
    if (typeof address !== "string" && address.origin === this.origin()) {
      return void this.openPath(path);
    }
    if (this.config.apiOrigin === null) this.connect.show({ address: link.portal, path });
    else this.#refuse();
  };

  /** Says that the app belongs to its portal. */
  #refuse(): void {
    const { connect: t, updates } = this.texts();
    const message = withName(t.fixed, this.brand().name);
    const question = { message, detail: t.fixedDetail, buttons: [updates.ok] };
    const window = this.openPath(null);
    if (window) void dialog.showMessageBox(window, question);
  }

  #open(origin: string): OpenPortal {
    const { file, language } = this;
    const portal = openPortal(origin, {
      file,
      language,
      // A notification may outlive its portal's time in the app.
      open: (path) => {
        if (this.portal() === portal) this.openPath(path);
      },
    });
    return portal;
  }

  /** Opens a portal; its pages are answered once they are `ready`. */
  #enter(origin: string, ready: Promise<void> = Promise.resolve()): void {
    const portal = this.#open(origin);
    // A client ID of LaunchDarkly belongs to the portal that the app is configured for.
    const launchDarklyClientId =
      this.config.apiOrigin === null ? null : this.config.launchDarklyClientId;
    const { language, services } = this;
    const { isSignedIn } = services;
    const state = { isSignedIn, brand: this.brand, language, kept: portal.kept };
    const handle = Promise.all([this.#files, ready]).then(([opened]) =>
      portalHandler(opened, { apiOrigin: origin, launchDarklyClientId }, state),
    );
    handle.catch(() => {}); // the caller of the shell reports that there are no files
    this.#place = { portal, handle };
    reportChanges(portal);
    this.spelling.follow(portal.brand.current().languages);
    portal.brand.onChange(() => {
      this.spelling.follow(portal.brand.current().languages);
      this.refreshMenus();
    });
    portal.badge.onChange(() => {
      // Whoever is at a window sees what comes.
      if (BrowserWindow.getFocusedWindow()) portal.badge.look();
      this.refreshMenus();
    });
    portal.store.onChange(({ name }) => {
      if (name === "language") this.refreshMenus();
    });
  }

  #chooseLanguage(language: Language): void {
    try {
      this.file.set(storedValues.language.key, language);
    } catch (error) {
      logFailure("A preference could not be stored", error);
    }
    this.refreshMenus();
  }

  /** Closes the windows of the current portal, if any, and leaves it. False if the user stays because of unsaved text. */
  async #leave(): Promise<boolean> {
    const windows = () =>
      BrowserWindow.getAllWindows().filter(
        (window) => !window.isDestroyed() && !this.connect.isConnectWindow(window),
      );
    // A link may open another one while these are closed.
    while (windows().length > 0) {
      if (!(await closeWindows(windows()))) return false;
    }
    const portal = this.portal();
    this.#place = null; // from here on nothing opens a window, which would outlive the portal
    await portal?.leave();
    this.refreshMenus();
    return true;
  }

  /** Moves from the current portal, if any, to another one. False if the user stays because of unsaved text. */
  async #moveTo({ origin, brand: found }: FoundPortal, path: string | null): Promise<boolean> {
    if (origin !== this.origin()) {
      if (!(await this.#leave())) return false;
      await emptyPages();
      storeBrand(portalEntries(this.file, origin), found);
      rememberPortal(this.file, origin);
      this.#enter(origin);
    }
    this.openPath(path);
    this.refreshMenus();
    return true;
  }
}

/** Rebuilds menu and tray when the language, the focused window, a pin or the portal changes. */
function keepMenusCurrent(shell: ShellState): void {
  const { file, texts } = shell;
  const settled = async () => shell.portal()?.store.settled();
  const updates = startUpdates({ texts, settled, file });
  const startAtLogin = openStartAtLogin();
  const preferences = (): Preferences | null => {
    const portal = shell.portal();
    if (!portal) return null;
    const { store, announcements, work } = portal;
    const { keepRunning, spelling } = shell;
    return { store, announcements, work, startAtLogin, keepRunning, spelling };
  };
  const actions = () => ({
    openWindow: () => shell.openWindow(),
    showPreferences: () => {
      const window = shell.openPath(null);
      const shown = preferences();
      if (window && shown) showPreferences(window, texts(), shown);
    },
    ...(shell.config.apiOrigin === null && { changePortal: () => shell.connect.show() }),
    ...(updates && { checkForUpdates: () => void updates.forUser() }),
  });
  let showTray: ReturnType<typeof createTray> | undefined;
  // Electron looks for the tray once, when the icon is created: until then the desktop has to have it.
  void shell.keepRunning.canHide().then(() => {
    showTray = createTray({
      name: () => shell.brand().name,
      badge: () => shell.portal()?.badge.count() ?? 0,
      showWindow: () => void shell.openPath(null),
      pin: () => pinOf(shell.currentWindow()),
    });
    return showTray(texts());
  });
  shell.refreshMenus = () => {
    showAppMenu(texts(), actions());
    showTray?.(texts());
    app.setBadgeCount(shell.portal()?.badge.count() ?? 0);
  };
  shell.refreshMenus();
  app.on("browser-window-focus", () => {
    shell.portal()?.badge.look();
    shell.refreshMenus();
  });
  onPinChange(() => shell.refreshMenus());
}

/** Opens the first window; none for a start at login where the user reaches the app in a tray. */
async function openFirst(shell: ShellState, link: DeepLink | null): Promise<void> {
  const isHidden = !link && shell.portal() && isStartAtLogin();
  if (!isHidden || !(await shell.keepRunning.canHide())) shell.open(link);
}

/**
 * Starts the app with a window at the page of a link, or the home page; without a portal it asks for one. Everything that the page
 * does not depend on is set up afterwards, while its process starts; the page gets its files once they are open. Requires the
 * app to be ready. Throws a ConfigError for unusable settings.
 */
export function startShell(files: Promise<RendererFiles>, link: DeepLink | null): Shell {
  // Windows shows notifications only for the app ID that the installer registered.
  if (process.platform === "win32") app.setAppUserModelId(appIdOf(brand));
  const shell = new ShellState(files);
  const { texts, openWindow: openInNewWindow, origin: apiOrigin } = shell;
  const openAddress = (address: string) => openExternally(address, apiOrigin());

  const frameHosts = () => playerHosts(shell.brand());
  denyPermissions(frameHosts);
  sendReferrerToPlayers(apiOrigin);
  lockNavigation({ openExternally: openAddress, openWindow: openInNewWindow, frameHosts });
  offerContextMenus({ texts, apiOrigin, openWindow: openInNewWindow });
  protocol.handle(portalScheme, shell.handle);
  answerBridge(shell.portalOfPages, openAddress);
  void openFirst(shell, link);

  followLifeCycle(shell);
  keepWindowsOnDisplays();
  keepMenusCurrent(shell);
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  return shell;
}
