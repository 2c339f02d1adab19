import { app, Menu, type MenuItemConstructorOptions } from "electron";
import type { TokenProtection } from "../src-shared/bridge.ts";
import type { DesktopTexts } from "./desktop-texts.ts";
import type { DeviceStore } from "./device-store.ts";
import { logFailure } from "./log.ts";

const protectionText: Record<TokenProtection, keyof DesktopTexts["preferences"]> = {
  "key-store": "keyStore",
  file: "file",
  memory: "memory",
};

/** Linux leaves starting at login to its desktops. */
const canStartAtLogin = process.platform === "darwin" || process.platform === "win32";

/** How the sign-in is kept and the switches of this computer (security row 20). */
export function preferencesTemplate(
  { preferences: t }: DesktopTexts,
  store: DeviceStore,
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
      id: "start-at-login",
      label: t.startAtLogin,
      type: "checkbox",
      visible: canStartAtLogin,
      checked: canStartAtLogin && app.getLoginItemSettings().openAtLogin,
      click: ({ checked }) => app.setLoginItemSettings({ openAtLogin: checked }),
    },
  ];
}

/** Opens the preferences as a menu in the window that has the focus. */
export function showPreferences(texts: DesktopTexts, store: DeviceStore): void {
  Menu.buildFromTemplate(preferencesTemplate(texts, store)).popup();
}
