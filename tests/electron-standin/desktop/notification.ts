import type { NotificationConstructorOptions } from "electron";
import { app } from "../app/app.ts";
import { makeEvent } from "../app/electron-event.ts";
import { nativeImage } from "./native-image.ts";
import { notThere, strictClass, StrictEmitter } from "../strict.ts";

/** Options that count here; the others throw, as their effect is not modelled. */
const known = new Set<string>([
  "title",
  "body",
  "silent",
  "icon",
] satisfies (keyof NotificationConstructorOptions)[]);

/** `failed` is there on macOS and Windows alone. */
const events = new Set(["show", "click", "close", "failed"]);

/** Electron takes what is of another type for nothing at all, and says nothing. */
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
 * A notification that nobody sees. Specs record those that show by a `show` of their own, and click
 * them by `emit("click")`, as they do in Electron. None is kept here: Electron's go with the garbage.
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
  /** Comes later: the system draws it. */
  show(): void {
    setImmediate(() => this.emit("show", makeEvent()));
  }
  /** Without the event `close`, which Electron does not promise either. */
  close(): void {}
}
strictClass("Notification", Notification);
