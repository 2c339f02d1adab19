import { app, BrowserWindow, Menu, type MenuItemConstructorOptions } from "electron";
import { sendEvent } from "../bridge/bridge-ipc.ts";
import { withProductName, type DesktopTexts } from "../desktop-texts.ts";
import { openPath } from "../links/page-opening.ts";
import { canPin, pinOf } from "../window/window-pin.ts";

type Item = MenuItemConstructorOptions;

/** Actions of the menu that are not about the focused window. */
export type MenuActions = {
  openWindow: () => void;
  showPreferences: () => void;
  /** Undefined if the app belongs to one portal. */
  changePortal?: () => void;
  /** Undefined if the app does not update itself. */
  checkForUpdates?: () => void;
};

const separator: Item = { type: "separator" };
const isMac = process.platform === "darwin";

const focused = () => BrowserWindow.getFocusedWindow();

const preferencesItem = ({ app: t }: DesktopTexts, { showPreferences }: MenuActions): Item => ({
  id: "preferences",
  label: t.preferences,
  accelerator: "CmdOrCtrl+,",
  click: showPreferences,
});

const portalItems = ({ file: t }: DesktopTexts, { changePortal }: MenuActions): Item[] =>
  changePortal ? [{ id: "change-portal", label: t.changePortal, click: changePortal }] : [];

const updateItems = ({ updates: t }: DesktopTexts, { checkForUpdates }: MenuActions): Item[] =>
  checkForUpdates ? [{ id: "check-for-updates", label: t.check, click: checkForUpdates }] : [];

const appMenu = (texts: DesktopTexts, actions: MenuActions): Item => ({
  label: app.name,
  submenu: [
    { role: "about", label: withProductName(texts.app.about) },
    ...updateItems(texts, actions),
    separator,
    preferencesItem(texts, actions),
    ...portalItems(texts, actions),
    separator,
    { role: "hide", label: withProductName(texts.app.hide) },
    { role: "hideOthers", label: texts.app.hideOthers },
    { role: "unhide", label: texts.app.showAll },
    separator,
    { role: "quit", label: withProductName(texts.app.quit) },
  ],
});

const fileMenu = (texts: DesktopTexts, actions: MenuActions): Item => ({
  label: texts.file.title,
  submenu: [
    {
      id: "new-window",
      label: texts.file.newWindow,
      accelerator: "CmdOrCtrl+N",
      click: actions.openWindow,
    },
    { role: "close", label: texts.file.closeWindow },
    ...(isMac
      ? []
      : [
          separator,
          preferencesItem(texts, actions),
          ...portalItems(texts, actions),
          separator,
          {
            id: "quit",
            label: withProductName(texts.app.quit),
            accelerator: "CmdOrCtrl+Q",
            click: () => app.quit(),
          },
        ]),
  ],
});

const editMenu = ({ edit: t }: DesktopTexts): Item => ({
  label: t.title,
  submenu: [
    { role: "undo", label: t.undo },
    { role: "redo", label: t.redo },
    separator,
    { role: "cut", label: t.cut },
    { role: "copy", label: t.copy },
    { role: "paste", label: t.paste },
    { role: "selectAll", label: t.selectAll },
    separator,
    {
      id: "find",
      label: t.find,
      accelerator: "CmdOrCtrl+F",
      click: () => {
        const window = focused();
        if (window) sendEvent(window.webContents, "onFindRequest");
      },
    },
  ],
});

const viewMenu = ({ view: t }: DesktopTexts): Item => ({
  label: t.title,
  submenu: [
    {
      id: "reload",
      label: t.reload,
      accelerator: "CmdOrCtrl+R",
      click: () => focused()?.webContents.reload(),
    },
    separator,
    { role: "zoomIn", label: t.zoomIn },
    { role: "zoomOut", label: t.zoomOut },
    { role: "resetZoom", label: t.resetZoom },
    separator,
    { role: "togglefullscreen", label: t.fullScreen },
    ...(app.isPackaged
      ? []
      : [separator, { role: "toggleDevTools", label: t.developerTools } as const]),
  ],
});

const goMenu = ({ go: t }: DesktopTexts): Item => ({
  label: t.title,
  submenu: [
    {
      id: "back",
      label: t.back,
      accelerator: isMac ? "Cmd+[" : "Alt+Left",
      click: () => focused()?.webContents.navigationHistory.goBack(),
    },
    {
      id: "forward",
      label: t.forward,
      accelerator: isMac ? "Cmd+]" : "Alt+Right",
      click: () => focused()?.webContents.navigationHistory.goForward(),
    },
    {
      id: "home",
      label: t.home,
      accelerator: isMac ? "Shift+Cmd+H" : "Alt+Home",
      click: () => {
        const window = focused();
        // Not in the window that asks for the portal's address.
        if (window && pinOf(window)) openPath(window, "/");
      },
    },
  ],
});

const windowMenu = ({ window: t }: DesktopTexts): Item => ({
  label: t.title,
  submenu: [
    { role: "minimize", label: t.minimize },
    {
      id: "pin",
      label: t.pin,
      type: "checkbox",
      accelerator: "CmdOrCtrl+Shift+T",
      enabled: canPin(),
      checked: pinOf(focused())?.isPinned() ?? false,
      click: ({ checked }) => pinOf(focused())?.set(checked),
    },
  ],
});

/** Returns no menu if it would be empty. */
function helpMenu(texts: DesktopTexts, actions: MenuActions): Item[] {
  const submenu = updateItems(texts, actions);
  return submenu.length > 0 ? [{ label: texts.help.title, submenu }] : [];
}

/** Returns the application menu for the window that has the focus. */
export const menuTemplate = (texts: DesktopTexts, actions: MenuActions): Item[] => [
  ...(isMac ? [appMenu(texts, actions)] : []),
  fileMenu(texts, actions),
  editMenu(texts),
  viewMenu(texts),
  goMenu(texts),
  windowMenu(texts),
  ...(isMac ? [] : helpMenu(texts, actions)),
];

/** Shows the menu. Must be called again when the language, the focus or a pin changes. */
export function showAppMenu(texts: DesktopTexts, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(texts, actions)));
}
