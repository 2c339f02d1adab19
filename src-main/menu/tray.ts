import { app, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from "electron";
import { brand } from "../brand.ts";
import { named, type DesktopTexts } from "../desktop-texts.ts";
import { iconFile, trayTemplateFile } from "../folders.ts";
import { canPin, type WindowPin } from "../window/window-pin.ts";

/** Side of the icon in DIPs: what most panels show. */
const iconSide = 18;

export type TrayActions = {
  showWindow: () => void;
  /** The pin of the window that the tray speaks of; null while there is no window. */
  pin: () => WindowPin | null;
};

export const trayTemplate = (
  { tray: t }: DesktopTexts,
  { showWindow, pin }: TrayActions,
): MenuItemConstructorOptions[] => [
  { id: "show", label: named(t.show), click: showWindow },
  {
    id: "pin",
    label: t.pin,
    type: "checkbox",
    enabled: canPin() && pin() !== null,
    checked: pin()?.isPinned() ?? false,
    click: ({ checked }) => pin()?.set(checked),
  },
  { type: "separator" },
  { id: "quit", label: named(t.quit), click: () => app.quit() },
];

/** Electron takes a name that ends in Template for a template image, and finds the one at `@2x`. */
function trayIcon(isMac: boolean) {
  if (isMac) return nativeImage.createFromPath(trayTemplateFile);
  return nativeImage.createFromPath(iconFile).resize({ width: iconSide, height: iconSide });
}

/**
 * Puts the app into the tray. The result brings its menu up to date. On macOS a click opens the menu,
 * so it does nothing else there.
 */
export function createTray(actions: TrayActions): (texts: DesktopTexts) => void {
  const isMac = process.platform === "darwin";
  const tray = new Tray(trayIcon(isMac));
  tray.setToolTip(brand.name);
  if (!isMac) tray.on("click", actions.showWindow);
  return (texts) => tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(texts, actions)));
}
