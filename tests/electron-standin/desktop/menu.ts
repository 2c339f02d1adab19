import type { MenuItemConstructorOptions } from "electron";
import type { BrowserWindow } from "../window/browser-window.ts";
import { makeEvent } from "../app/electron-event.ts";
import { openWindows } from "../window/open-windows.ts";
import { playRole } from "./menu-roles.ts";
import { strictClass, StrictEmitter } from "../strict.ts";

/** Options of `popup`. */
type PopupOptions = { window?: BrowserWindow; x?: number; y?: number };

type Options = Omit<MenuItemConstructorOptions, "submenu" | "click"> & {
  submenu?: Options[] | Menu;
  click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;
};

export class MenuItem {
  readonly id: string | undefined;
  readonly type: string;
  readonly role: Options["role"];
  readonly accelerator: Options["accelerator"];
  readonly submenu: Menu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  #click: Options["click"];

  constructor(options: Options) {
    const { submenu, role } = options;
    this.id = options.id;
    this.type = options.type ?? (submenu ? "submenu" : "normal");
    if (!options.label && !role && this.type !== "separator") {
      throw new TypeError(
        "Invalid template for MenuItem: must have at least one of label, role or type",
      );
    }
    this.role = role;
    this.accelerator = options.accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.label = options.label ?? role ?? "";
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.#click = options.click;
  }
  /** Acts as if the user had chosen the item. */
  click(event: object = {}, window?: BrowserWindow): void {
    if (this.type === "checkbox" || this.type === "radio") this.checked = !this.checked;
    if (this.role) playRole(this.role, window);
    else this.#click?.(this, window, event);
  }
}
strictClass("MenuItem", MenuItem);

let applicationMenu: Menu | null = null;

export class Menu extends StrictEmitter {
  readonly items: MenuItem[] = [];

  constructor() {
    super("Menu", new Set(["menu-will-show"]));
  }
  static buildFromTemplate(template: Options[]): Menu {
    const menu = new Menu();
    menu.items.push(...template.map((options) => new MenuItem(options)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  /** Shows nothing. Opens in the given window, the focused one or any; throws if there is none. */
  popup(_options: PopupOptions = {}): void {
    if (openWindows.size === 0) throw new Error("Cannot open Menu without a BaseWindow present");
    this.emit("menu-will-show", makeEvent());
  }
}
strictClass("Menu", Menu);
