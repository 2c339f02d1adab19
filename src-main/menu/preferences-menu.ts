import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from "electron";
import type { AnnouncementWatch } from "../announcements/announcement-watch.ts";
import type { DesktopTexts } from "../desktop-texts.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import type { KeepRunning } from "../keep-running.ts";
import { logFailure } from "../log.ts";
import type { WorkWatch } from "../portal/work-watch.ts";
import type { Spelling } from "../spelling.ts";
import type { StartAtLogin } from "../start-at-login.ts";
import type { TokenProtection } from "../storage/token-vault.ts";

const protectionText: Record<TokenProtection, "keyStore" | "file" | "unanswered" | "memory"> = {
  "key-store": "keyStore",
  file: "file",
  unanswered: "unanswered",
  memory: "memory",
};

/** The settings shown; `startAtLogin` is null if it is not available. */
export type Preferences = {
  store: DeviceStore;
  announcements: AnnouncementWatch;
  work: WorkWatch;
  startAtLogin: StartAtLogin | null;
  keepRunning: KeepRunning;
  spelling: Spelling;
};

/** Returns the menu: how the sign-in is protected, and the settings of this computer. */
export function preferencesTemplate(
  { preferences: t }: DesktopTexts,
  { store, announcements, work, startAtLogin, keepRunning, spelling }: Preferences,
): MenuItemConstructorOptions[] {
  const forget = (forgets: boolean) =>
    void store
      .setForgetsToken(forgets)
      .catch((error: unknown) => logFailure("A preference could not be stored", error));
  return [
    { id: "token-protection", label: t[protectionText[store.tokenProtection()]], enabled: false },
    {
      id: "forget-token",
      label: t.forgetToken,
      type: "checkbox",
      checked: store.forgetsToken(),
      click: ({ checked }) => forget(checked),
    },
    {
      id: "notify-of-announcements",
      label: t.notifyOfAnnouncements,
      type: "checkbox",
      visible: announcements.canNotify,
      checked: announcements.isOn(),
      click: ({ checked }) => announcements.setOn(checked),
    },
    {
      id: "notify-of-work",
      label: t.notifyOfWork,
      type: "checkbox",
      // Only admins have it.
      visible: announcements.canNotify && work.current() !== null,
      checked: work.isOn(),
      click: ({ checked }) => work.setOn(checked),
    },
    {
      id: "start-at-login",
      label: t.startAtLogin,
      type: "checkbox",
      visible: startAtLogin !== null,
      checked: startAtLogin?.isOn() ?? false,
      click: ({ checked }) => startAtLogin?.set(checked),
    },
    {
      id: "keep-running",
      label: t.keepRunning,
      type: "checkbox",
      visible: keepRunning.isOffered(),
      checked: keepRunning.isOn(),
      click: ({ checked }) => keepRunning.set(checked),
    },
    {
      id: "check-spelling",
      label: spelling.asksGoogle ? t.checkSpellingByGoogle : t.checkSpelling,
      type: "checkbox",
      checked: spelling.isOn(),
      click: ({ checked }) => spelling.set(checked),
    },
  ];
}

/** Opens the preferences as a popup menu in a window, which has to be visible for that. */
export function showPreferences(
  window: BrowserWindow,
  texts: DesktopTexts,
  preferences: Preferences,
): void {
  const open = () =>
    Menu.buildFromTemplate(preferencesTemplate(texts, preferences)).popup({ window });
  if (window.isVisible()) open();
  else window.once("show", open);
}
