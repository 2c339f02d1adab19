import type { Menu } from "./menu.ts";
import type { NativeImage } from "./native-image.ts";
import { strictClass, StrictEmitter } from "./strict.ts";

const trays: Tray[] = [];

/** An icon that nobody sees. `menu` and `toolTip` are not Electron's: specs of the stand-in read them. */
export class Tray extends StrictEmitter {
  readonly image: NativeImage;
  toolTip = "";
  menu: Menu | null = null;

  constructor(image: NativeImage) {
    super("Tray", new Set(["click"]));
    if (image.isEmpty()) throw new Error("electron stand-in: the tray's icon is empty");
    this.image = image;
    trays.push(this); // lives as long as the app; Electron's goes with the garbage
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
}
strictClass("Tray", Tray);
