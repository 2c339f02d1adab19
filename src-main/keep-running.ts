import { execFile } from "node:child_process";
import { Notification } from "electron";
import * as z from "zod/mini";
import { withName, type DesktopTexts } from "./desktop-texts.ts";
import { iconFile } from "./folders.ts";
import { logFailure } from "./log.ts";
import { isStartAtLogin } from "./start-at-login.ts";
import type { StoreFile } from "./storage/store-file.ts";

const storeKey = "keep-running";
const stateSchema = z.object({
  on: z.boolean(),
  /** Whether the user was told that the app keeps running, which happens once. */
  told: z.boolean(),
});

/** Time within which the desktop has to say whether it has a tray. */
const trayTimeoutMs = 2_000;
/** How often a desktop is asked that is starting itself, and the pause after each answer. */
const questionsAtLogin = 15;
const pauseMs = 1_000;

/** What asks a Linux desktop whether something shows the icons of the StatusNotifierItem specification. */
const trayQuestion = [
  "call",
  "--session",
  "--dest=org.kde.StatusNotifierWatcher",
  "--object-path=/StatusNotifierWatcher",
  "--method=org.freedesktop.DBus.Properties.Get",
  "org.kde.StatusNotifierWatcher",
  "IsStatusNotifierHostRegistered",
];

const askForTray = () =>
  new Promise<boolean>((resolve) => {
    execFile("gdbus", trayQuestion, { timeout: trayTimeoutMs }, (error, answer) =>
      resolve(error === null && answer.includes("true")),
    );
  });

/**
 * Returns whether the user can reach an app without windows in a tray. Electron does not say it: on a Linux desktop without a
 * tray, such as GNOME without an extension, its icon is nowhere.
 */
async function hasTray(platform: NodeJS.Platform, questions: number): Promise<boolean> {
  if (platform !== "linux" || (await askForTray())) return true;
  if (questions <= 1) return false;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return hasTray(platform, questions - 1);
}

/** Whether the app keeps running in the tray after its last window was closed. */
export type KeepRunning = {
  /** Whether there is a choice: there is a tray. On macOS apps run without windows anyway. */
  isOffered(): boolean;
  isOn(): boolean;
  set(on: boolean): void;
  /** Resolves, once it is known whether there is a tray, with whether the app can run without a window. */
  canHide(): Promise<boolean>;
  /** Tells the user once that the app keeps running, where the system shows notifications. */
  tell(texts: DesktopTexts, portalName: string): void;
};

export function openKeepRunning(
  file: StoreFile,
  platform: NodeJS.Platform = process.platform,
  isAtLogin = isStartAtLogin(),
): KeepRunning {
  let state = stateSchema.safeParse(file.get(storeKey)).data ?? { on: true, told: false };
  let tray = platform !== "linux";
  const known = hasTray(platform, isAtLogin ? questionsAtLogin : 1).then((found) => (tray = found));
  const remember = (next: typeof state) => {
    state = next;
    try {
      file.set(storeKey, next);
    } catch (error) {
      logFailure("A preference could not be stored", error);
    }
  };
  const isOffered = () => tray && platform !== "darwin";
  const isOn = () => platform === "darwin" || (tray && state.on);
  return {
    isOffered,
    isOn,
    set: (on) => remember({ ...state, on }),
    canHide: async () => {
      await known;
      return isOn();
    },
    tell: ({ tray: t }, portalName) => {
      if (state.told || !isOffered() || !Notification.isSupported()) return;
      remember({ ...state, told: true });
      const title = withName(t.keepsRunning, portalName);
      new Notification({ title, body: t.keepsRunningDetail, icon: iconFile }).show();
    },
  };
}
