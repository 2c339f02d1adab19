import type { NotificationConstructorOptions } from "electron";
import { app } from "../app/app.ts";
import { makeEvent } from "../app/electron-event.ts";
import { nativeImage } from "./native-image.ts";
import { notThere, strictClass, StrictEmitter } from "../strict.ts";

/** Supported options; all others throw because their effect is not modelled. */
const known = new Set<string>([
  "title",
  "body",
  "silent",
  "icon",
] satisfies (keyof NotificationConstructorOptions)[]);

/** `failed` only exists on macOS and Windows. */
const events = new Set(["show", "click", "close", "failed"]);

/** Electron silently ignores values of another type. */
function checkOptions(options: NotificationConstructorOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!known.has(name)) throw notThere(`the option ${name} of Notification`);
    const type = name === "silent" ? "boolean" : "string";
    if (typeof value !== type) throw notThere(`Notification's ${name}: ${typeof value}`);
  }
  const { icon } = options;
  if (typeof icon === "string" && nativeImage.createFromPath(icon).isEmpty()) {
    throw new Error("electron stand-in: the notification's icon is empty");
  }
}

/**
 * A notification that is not displayed. Specs replace `show` to record notifications and click them by
 * `emit("click")`, as in Electron. It holds no references to them, because Electron collects them too.
 */
export class Notification extends StrictEmitter {
  title: string;
  body: string;
  silent: boolean;

  constructor(options: NotificationConstructorOptions = {}) {
    super("Notification", events);
    if (!app.isReady()) throw new Error("Cannot create Notification before app is ready");
    checkOptions(options);
    this.title = options.title ?? "";
    this.body = options.body ?? "";
    this.silent = options.silent ?? false;
  }
  static isSupported(): boolean {
    return true;
  }
  /** The event is asynchronous, because the system draws the notification. */
  show(): void {
    setImmediate(() => this.emit("show", makeEvent()));
  }
  /** Does not emit `close`, which Electron does not guarantee either. */
  close(): void {}
}
strictClass("Notification", Notification);
