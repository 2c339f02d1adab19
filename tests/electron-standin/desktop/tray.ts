import { app } from "../app/app.ts";
import type { Menu } from "./menu.ts";
import type { NativeImage } from "./native-image.ts";
import { destroyableClass, strictClass, StrictEmitter } from "../strict.ts";

const trays = new Set<Tray>();

/** An icon that is not displayed. `menu` and `toolTip` are not Electron's; probes read them. */
export class Tray extends StrictEmitter {
  readonly image: NativeImage;
  toolTip = "";
  menu: Menu | null = null;
  #destroyed = false;

  constructor(image: NativeImage) {
    super("Tray", new Set(["click"]));
    if (!app.isReady()) throw new Error("Cannot create Tray before app is ready");
    if (image.isEmpty()) throw new Error("electron stand-in: the tray's icon is empty");
    this.image = image;
    trays.add(this); // lives as long as the app; Electron's may be garbage collected
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
  destroy(): void {
    this.#destroyed = true;
    trays.delete(this);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
destroyableClass("Tray", Tray.prototype);
strictClass("Tray", Tray);
