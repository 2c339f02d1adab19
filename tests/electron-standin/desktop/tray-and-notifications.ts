import type { NotificationConstructorOptions } from "electron";
import { app } from "../app/app.ts";
import { StrictEmitter, notThere, strictClass, strictObject } from "../strict.ts";
import { existsSync, readFileSync } from "node:fs";
import type { Menu } from "./menu.ts";

/** Types of the supported options. Electron silently ignores values of another type. */
const known: { [Name in keyof NotificationConstructorOptions]?: string } = {
  title: "string",
  body: "string",
  silent: "boolean",
  icon: "string",
};

/**
 * A notification that is not displayed. Specs replace `show` to record notifications and click them by
 * `emit("click")`, as in Electron. It holds no references to them, because Electron collects them too.
 */
export class Notification extends StrictEmitter {
  title: string;
  body: string;

  constructor(options: NotificationConstructorOptions = {}) {
    super("Notification", new Set(["click"]));
    if (!app.isReady()) throw new Error("Cannot create Notification before app is ready");
    for (const [name, value] of Object.entries(options)) {
      if (typeof value !== Reflect.get(known, name)) throw notThere(`Notification's ${name}`);
    }
    const { title = "", body = "", icon } = options;
    if (typeof icon === "string" && nativeImage.createFromPath(icon).isEmpty()) {
      throw new Error("electron stand-in: the notification's icon is empty");
    }
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {}
  close(): void {}
}
strictClass("Notification", Notification);

const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

const makeImage = (isEmpty: boolean) =>
  strictObject("NativeImage", {
    isEmpty: () => isEmpty,
    resize: (_size: object): NativeImage => makeImage(isEmpty),
  });
type NativeImage = { isEmpty(): boolean };

/** `nativeImage` for PNG files. Without a file the image is empty, as in Electron. */
export const nativeImage = strictObject("NativeImage", {
  createFromPath: (path: string) =>
    makeImage(!existsSync(path) || !readFileSync(path).subarray(0, 8).equals(pngStart)),
});

/** An icon that is not displayed. Electron's may be garbage collected. */
export class Tray extends StrictEmitter {
  constructor(image: NativeImage) {
    super("Tray", new Set(["click"]));
    if (!app.isReady()) throw new Error("Cannot create Tray before app is ready");
    if (image.isEmpty()) throw new Error("electron stand-in: the tray's icon is empty");
  }
  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}
}
strictClass("Tray", Tray);
