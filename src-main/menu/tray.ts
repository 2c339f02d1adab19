import { app, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from "electron";
import { withName, type DesktopTexts } from "../desktop-texts.ts";
import { iconFile, trayTemplateFile } from "../folders.ts";
import { canPin, type WindowPin } from "../window/window-pin.ts";

/** Width and height of the icon in DIPs, as in most panels. */
const iconSize = 18;

export type TrayActions = {
  /** Name of the portal. */
  name: () => string;
  /** Number of things to look at, which not every system shows on the app's icon. */
  badge: () => number;
  showWindow: () => void;
  /** The pin of the current window; null if there is no window. */
  pin: () => WindowPin | null;
};

const withBadge = (text: string, count: number) => (count > 0 ? `${text} (${count})` : text);

export const trayTemplate = (
  { tray: t }: DesktopTexts,
  { name, badge, showWindow, pin }: TrayActions,
): MenuItemConstructorOptions[] => [
  { id: "show", label: withBadge(withName(t.show, name()), badge()), click: showWindow },
  {
    id: "pin",
    label: t.pin,
    type: "checkbox",
    enabled: canPin() && pin() !== null,
    checked: pin()?.isPinned() ?? false,
    click: ({ checked }) => pin()?.set(checked),
  },
  { type: "separator" },
  { id: "quit", label: withName(t.quit, name()), click: () => app.quit() },
];

/** Electron treats a file name ending in `Template` as a template image and finds its `@2x` file. */
function trayIcon(isMac: boolean) {
  if (isMac) return nativeImage.createFromPath(trayTemplateFile);
  return nativeImage.createFromPath(iconFile).resize({ width: iconSize, height: iconSize });
}

/** Adds the app to the tray. Returns the function that updates its menu. */
export function createTray(actions: TrayActions): (texts: DesktopTexts) => void {
  const isMac = process.platform === "darwin";
  const tray = new Tray(trayIcon(isMac));
  if (!isMac) tray.on("click", actions.showWindow);
  return (texts) => {
    tray.setToolTip(withBadge(actions.name(), actions.badge()));
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(texts, actions)));
  };
}
