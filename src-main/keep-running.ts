import { execFile } from "node:child_process";
import { Notification } from "electron";
import * as z from "zod/mini";
import { withName, type DesktopTexts } from "./desktop-texts.ts";
import { iconFile } from "./folders.ts";
import { logFailure } from "./log.ts";
import type { StoreFile } from "./storage/store-file.ts";

const storeKey = "keep-running";
const stateSchema = z.object({
  on: z.boolean(),
  /** Whether the user was told that the app keeps running, which happens once. */
  told: z.boolean(),
});

/** Time within which the desktop has to say whether it has a tray. */
const trayTimeoutMs = 2_000;

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

/**
 * Returns whether the user can reach an app without windows in a tray. Electron does not say it: on a Linux desktop without a
 * tray, such as GNOME without an extension, its icon is nowhere.
 */
async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== "linux") return true;
  return new Promise((resolve) => {
    execFile("gdbus", trayQuestion, { timeout: trayTimeoutMs }, (error, answer) =>
      resolve(error === null && answer.includes("true")),
    );
  });
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
): KeepRunning {
  let state = stateSchema.safeParse(file.get(storeKey)).data ?? { on: true, told: false };
  let tray = platform !== "linux";
  const known = hasTray(platform).then((found) => (tray = found));
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
