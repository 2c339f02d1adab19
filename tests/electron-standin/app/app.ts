import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { closeChromium, launchChromium } from "../chromium/chromium.ts";
import { commandLine } from "../chromium/command-line.ts";
import { releaseInstanceLock, takeInstanceLock } from "./instance-lock.ts";
import { openWindows } from "../window/open-windows.ts";
import { startedWith } from "../started-with.ts";
import { makeEvent, notThere, strictClass, StrictEmitter } from "../strict.ts";

const events = new Set([
  "ready",
  "window-all-closed",
  "before-quit",
  "will-quit",
  "second-instance",
  "web-contents-created",
  "browser-window-created",
  "browser-window-focus",
  // Only macOS has these.
  "activate",
  "open-url",
]);

const whenReady = Promise.withResolvers<void>();
let ready = false;
let quitting = false;

const { appName } = startedWith;
const paths: Record<string, () => string> = {
  appData: () => process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"),
  userData: () => startedWith.switchValue("user-data-dir") ?? join(appPath("appData"), appName),
};

function appPath(name: string): string {
  const path = paths[name]?.();
  if (path === undefined) throw notThere(`app.getPath("${name}")`);
  mkdirSync(path, { recursive: true });
  return resolve(path);
}

/** Exits without asking the windows. */
async function finish(exitCode: number): Promise<void> {
  releaseInstanceLock();
  await closeChromium();
  process.exit(exitCode);
}

class App extends StrictEmitter {
  readonly isPackaged = startedWith.packaged;
  readonly commandLine = commandLine;
  readonly name = appName;
  #badgeCount = 0;

  constructor() {
    super("App", events);
  }
  getVersion(): string {
    return startedWith.manifest.version;
  }
  getAppPath(): string {
    return startedWith.appPath;
  }
  getPath(name: string): string {
    return appPath(name);
  }
  isReady(): boolean {
    return ready;
  }
  whenReady(): Promise<void> {
    return whenReady.promise;
  }
  enableSandbox(): void {
    if (ready) throw new Error("app.enableSandbox() can only be called before app is ready");
  }
  /** Not registered with the system. */
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return true;
  }
  /** Kept, as on a desktop that shows it: on Linux, Unity's launcher. */
  setBadgeCount(count = 0): boolean {
    this.#badgeCount = count;
    return true;
  }
  getBadgeCount(): number {
    return this.#badgeCount;
  }
  requestSingleInstanceLock(data: unknown = {}): boolean {
    return takeInstanceLock(this.getPath("userData"), data, (start) => {
      this.emit("second-instance", makeEvent(), ...start);
    });
  }
  quit(): void {
    if (quitting) return;
    const event = makeEvent();
    this.emit("before-quit", event);
    if (event.defaultPrevented) return;
    quitting = true;
    for (const window of openWindows) window.close();
    windowGone();
  }
  exit(code = 0): void {
    openWindows.clear();
    void finish(code);
  }
}
strictClass("App", App);

export const app = new App();

/** Aborts quitting because a window's close handler prevented it. */
export const keptOpen = (): void => void (quitting = false);

/** Must be called when a window is destroyed: the last one may end the app. */
export function windowGone(): void {
  if (openWindows.size > 0) return;
  if (!quitting) {
    if (!app.emit("window-all-closed")) app.quit();
    return;
  }
  const event = makeEvent();
  app.emit("will-quit", event);
  if (event.defaultPrevented) quitting = false;
  else void finish(0);
}

/** Starts Chromium; then the app is ready. */
export async function startApp(): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => app.quit());
  await launchChromium(app.getPath("userData"), () => {
    if (!quitting) app.exit(1);
  });
  if (quitting) return;
  ready = true;
  whenReady.resolve();
  app.emit("ready", makeEvent(), {});
}
