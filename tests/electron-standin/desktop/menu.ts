import type { MenuItemConstructorOptions } from "electron";
import type { BrowserWindow } from "../window/browser-window.ts";
import { notThere, strictClass, StrictEmitter } from "../strict.ts";

type Options = Omit<MenuItemConstructorOptions, "submenu" | "click"> & {
  submenu?: Options[] | Menu;
  click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;
};

const zoomBy = (step: number) => (window?: BrowserWindow) => {
  if (window) window.webContents.zoomLevel += step;
};

/** The built-in actions of roles. */
const actions: Partial<Record<string, (window?: BrowserWindow) => void>> = {
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
  zoomIn: zoomBy(0.5),
  zoomOut: zoomBy(-0.5),
  resetZoom: (window) => {
    if (window) window.webContents.zoomLevel = 0;
  },
};

/** Runs the action of a role. */
function playRole(role: string, window?: BrowserWindow): void {
  const action = actions[role];
  if (!action) throw notThere(`the menu role ${role}`);
  action(window);
}

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
    super("Menu", new Set());
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
}
strictClass("Menu", Menu);
