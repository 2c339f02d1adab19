import { EventEmitter } from "node:events";
import type { LoginItemSettings } from "electron";
import { vi, type Mock } from "vitest";
import type { CallName } from "#shared/bridge.ts";
import { fetchLikeElectron } from "../../tests/electron-standin/schemes/network-errors.ts";

/**
 * The mock of `electron` for tests of main. It does nothing but record calls. Use it by
 * `vi.mock("electron", () => import("../testing/recording-electron.ts"))`.
 */

/** Names of the calls whose order matters, in order. */
export const order: string[] = [];

const spy = (): Mock => vi.fn();
const noted = (name: string): Mock => vi.fn(() => void order.push(name));

class RecordedApp extends EventEmitter {
  isPackaged = false;
  name = "Ringside";
  enableSandbox = noted("enableSandbox");
  quit = noted("quit");
  exit = noted("exit");
  requestSingleInstanceLock = vi.fn(() => true);
  releaseSingleInstanceLock = noted("releaseSingleInstanceLock");
  setAsDefaultProtocolClient = spy();
  getLoginItemSettings = vi.fn((): Partial<LoginItemSettings> => ({
    openAtLogin: false,
    wasOpenedAtLogin: false,
  }));
  setBadgeCount = spy();
  setLoginItemSettings = spy();
  userData = "/nonexistent";
  getPath = () => this.userData;
  getVersion = () => "0.0.0";
  getName = () => this.name;
  commandLine = { getSwitchValue: vi.fn(() => "") };
  whenReady = () => {
    order.push("whenReady");
    return Promise.resolve();
  };
}
export const app = new RecordedApp();

/** Creates a sender frame. */
export const frame = (url: string, parent: unknown = null) => ({ url, parent });

export class RecordedContents extends EventEmitter {
  send = spy();
  destroyed = false;
  isDestroyed = () => this.destroyed;
  url = "app://portal/";
  getURL = () => this.url;
  focusedFrame: { url: string } | null = null;
  reload = spy();
  forcefullyCrashRenderer = vi.fn(() => {
    this.emit("render-process-gone", {}, { reason: "killed" });
  });
  replaceMisspelling = spy();
  findInPage = spy();
  stopFindInPage = spy();
  loadsMainFrame = false;
  isLoadingMainFrame = () => this.loadsMainFrame;
  navigationHistory = { goBack: spy(), goForward: spy() };
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: "allow" });
  setWindowOpenHandler(handler: RecordedContents["openHandler"]) {
    this.openHandler = handler;
  }
}

type Bounds = { x: number; y: number; width: number; height: number };

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  static focused: BrowserWindow | null = null;
  static getAllWindows = () => BrowserWindow.all;
  static getFocusedWindow = () => BrowserWindow.focused;
  static fromWebContents = (contents: unknown) =>
    BrowserWindow.all.find(({ webContents }) => webContents === contents) ?? null;

  options: Record<string, unknown> & { webPreferences?: Record<string, unknown> };
  webContents = new RecordedContents();
  bounds: Bounds;
  minimized = false;
  maximized = false;
  fullScreen = false;
  visible = false;
  destroyed = false;
  loaded: string[] = [];
  destroy = vi.fn(() => this.close());
  constructor(options: BrowserWindow["options"] & Partial<Bounds>) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
    order.push("BrowserWindow");
    app.emit("web-contents-created", {}, this.webContents);
  }
  loadURL = async (url: string) => void this.loaded.push(url);
  getBounds = () => (this.fullScreen ? workArea : this.bounds);
  getNormalBounds = () => this.bounds;
  /** Ignored in full screen and while entering or leaving it. */
  setBounds = vi.fn((bounds: Bounds) => {
    if (this.fullScreen || this.#fullScreenWanted.length > 0) return;
    this.bounds = bounds;
    this.emit("resize");
  });
  setAlwaysOnTop = spy();
  /** Asynchronous, as on macOS: takes effect in `finishFullScreen`. Further requests are queued. */
  setFullScreen = vi.fn((on: boolean) => {
    if (on !== (this.#fullScreenWanted.at(-1) ?? this.fullScreen)) this.#fullScreenWanted.push(on);
  });
  #fullScreenWanted: boolean[] = [];
  finishFullScreen() {
    this.fullScreen = this.#fullScreenWanted.shift() ?? this.fullScreen;
    this.emit(this.fullScreen ? "enter-full-screen" : "leave-full-screen");
  }
  unmaximize = vi.fn(() => (this.maximized = false));
  maximize = vi.fn(() => (this.maximized = true));
  isMaximized = () => this.maximized;
  isFullScreen = () => this.fullScreen;
  isMinimized = () => this.minimized;
  isVisible = () => this.visible;
  isDestroyed = () => this.destroyed;
  restore = vi.fn(() => (this.minimized = false));
  show = vi.fn(() => {
    if (this.visible) return;
    this.visible = true;
    this.emit("show");
  });
  focus = vi.fn(() => void app.emit("browser-window-focus", {}, this));
  /** Emits `closed` while the window is still listed. */
  close() {
    this.destroyed = true;
    this.emit("closed");
    BrowserWindow.all = BrowserWindow.all.filter((window) => window !== this);
  }
}

type Handler = (event: unknown, ...input: unknown[]) => Promise<unknown>;

export const handlers = new Map<string, Handler>();
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
});

/** Calls a handler from a frame, of the window `sender` or of none. */
export const invoke = (
  channel: CallName,
  senderFrame: unknown,
  input: unknown[],
  sender: unknown = new RecordedContents(),
) => handlers.get(channel)?.({ senderFrame, sender }, ...input);

export const screen = Object.assign(new EventEmitter(), {
  displays: [{ id: 1, workArea }],
  getAllDisplays: () => screen.displays,
  getPrimaryDisplay: () => screen.displays[0],
});

/** Simulates encryption. */
export const reversed = (text: string) => text.split("").toReversed().join("");

export const safeStorage = {
  /** What the desktop's name suggests, not what is really used. */
  backend: "gnome_libsecret",
  available: true,
  /** Chromium's prefix for its key. On Linux `v10` is a publicly known key. */
  mark: "v11",
  getSelectedStorageBackend: () => safeStorage.backend,
  isAsyncEncryptionAvailable: vi.fn(async () => safeStorage.available),
  encryptStringAsync: vi.fn(async (text: string): Promise<Buffer> =>
    Buffer.from(safeStorage.mark + reversed(text)),
  ),
  decryptStringAsync: vi.fn(async (data: Buffer) => ({
    result: reversed(data.toString().slice(safeStorage.mark.length)),
    shouldReEncrypt: false,
  })),
};

export const net = {
  fetch: vi.fn((url: string, init: RequestInit) => fetchLikeElectron(new Request(url, init))),
};
export const clipboard = { writeText: vi.fn(async () => {}) };
export const shell = { openExternal: vi.fn(async () => {}) };
export const dialog: Record<"showErrorBox" | "showMessageBox" | "showMessageBoxSync", Mock> = {
  showErrorBox: spy(),
  showMessageBox: vi.fn(async () => ({ response: 0 })),
  showMessageBoxSync: vi.fn(() => 0),
};
export const protocol = {
  registerSchemesAsPrivileged: noted("registerSchemes"),
  handle: spy(),
};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: spy(),
    setPermissionCheckHandler: spy(),
    setDevicePermissionHandler: spy(),
    webRequest: { onBeforeSendHeaders: spy() },
    clearStorageData: vi.fn(async () => {}),
    availableSpellCheckerLanguages: ["de", "en-GB", "en-US", "pl"],
    setSpellCheckerLanguages: spy(),
    setSpellCheckerEnabled: spy(),
    setSpellCheckerDictionaryDownloadURL: spy(),
    addWordToSpellCheckerDictionary: spy(),
  },
};

/** A menu is its template. */
export const Menu = {
  shown: [] as unknown[],
  /** The menus that popped up, and their options. */
  popped: [] as { template: unknown; options: object }[],
  buildFromTemplate: (template: unknown) => ({
    template,
    popup: (options: object = {}) => {
      if (BrowserWindow.all.length === 0) throw new Error("Cannot open Menu without a BaseWindow");
      Menu.popped.push({ template, options });
    },
  }),
  setApplicationMenu: (menu: { template: unknown } | null) => {
    order.push(menu ? "menu" : "noMenu");
    if (menu) Menu.shown.push(menu.template);
  },
};
export class Tray extends EventEmitter {
  static shown: unknown[] = [];
  static all: Tray[] = [];
  icon: unknown;
  constructor(icon: unknown) {
    super();
    this.icon = icon;
    Tray.all.push(this);
    order.push("Tray");
  }
  setToolTip = spy();
  setContextMenu = (menu: { template: unknown }) => void Tray.shown.push(menu.template);
}
/** A notification. Tests click it by `emit("click")`. */
export class Notification extends EventEmitter {
  static supported = true;
  static isSupported = () => Notification.supported;
  static shown: Notification[] = [];
  options: Record<string, unknown>;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
  }
  show = () => void Notification.shown.push(this);
}
export const nativeImage = {
  createFromPath: vi.fn((path: string) => ({
    path,
    resize: (size: object) => ({ path, ...size }),
  })),
};

// electron-store uses the default export and detects by it that this is main.
export default { app, ipcMain, shell };
