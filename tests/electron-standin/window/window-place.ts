import type { WindowOptions } from "./window-options.ts";
import { app } from "../app/app.ts";
import { StrictEmitter, strictObject } from "../strict.ts";

/** A rectangle on the screen in DIPs. */
export type Rect = { x: number; y: number; width: number; height: number };

/** Throws Electron's error for a rectangle of numbers that are not 32-bit integers. V8 does not treat -0 as one. */
function assertWholeRect({ x, y, width, height }: Rect): void {
  if ([x, y, width, height].every((value) => Object.is(value | 0, value))) return;
  throw new TypeError("Error processing argument at index 0, conversion failure from #<Object>");
}

/** States of a window, each with the event for leaving it that the app listens to. */
type State = "minimized" | "full screen" | "always on top";
const left: Partial<Record<State, string>> = {
  minimized: "restore",
  "full screen": "leave-full-screen",
};

type Tell = (event: string, ...details: unknown[]) => void;

/** Position and state of a window. Assumes a window manager that does as it is asked. */
export class WindowPlace {
  readonly minimumSize: [number, number];
  #normalBounds: Rect;
  #states = new Set<State>();
  #tell: Tell;

  /** `tell` is called asynchronously, like events of a window manager. */
  constructor(options: WindowOptions, tell: Tell) {
    const { width = 800, height = 600, minWidth = 0, minHeight = 0 } = options;
    assertWholeRect({ x: options.x ?? 0, y: options.y ?? 0, width, height });
    const { workArea } = display;
    const centred = {
      x: Math.round(workArea.x + (workArea.width - width) / 2),
      y: Math.round(workArea.y + (workArea.height - height) / 2),
    };
    this.#normalBounds = { x: options.x ?? centred.x, y: options.y ?? centred.y, width, height };
    this.minimumSize = [minWidth, minHeight];
    this.#tell = tell;
  }

  get bounds(): Rect {
    return { ...(this.has("full screen") ? display.bounds : this.#normalBounds) };
  }
  get normalBounds(): Rect {
    return { ...this.#normalBounds };
  }

  /** In full screen they are ignored, as on macOS. */
  setBounds(bounds: Partial<Rect>): void {
    const wanted = { ...this.#normalBounds, ...bounds };
    assertWholeRect(wanted);
    if (this.has("full screen")) return;
    const before = this.bounds;
    this.#normalBounds = wanted;
    setImmediate(this.#tellFrom(before));
  }

  /** Yields the events for a changed position or size. */
  #tellFrom(before: Rect): () => void {
    const { x, y, width, height } = this.bounds;
    const moved = before.x !== x || before.y !== y;
    const resized = before.width !== width || before.height !== height;
    return () => {
      if (moved) this.#tell("move");
      if (resized) this.#tell("resize");
    };
  }

  has(state: State): boolean {
    return this.#states.has(state);
  }

  set(state: State, on: boolean): void {
    if (this.has(state) === on) return;
    if (state === "full screen") setImmediate(() => this.#change(state, on)());
    else setImmediate(this.#change(state, on));
  }

  /** Changes a state and yields its events. */
  #change(state: State, on: boolean): () => void {
    const before = this.bounds;
    if (on) this.#states.add(state);
    else this.#states.delete(state);
    const tellPlace = this.#tellFrom(before);
    const event = on ? undefined : left[state];
    return () => {
      if (event) this.#tell(event);
      tellPlace();
    };
  }
}

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };

/** The only display, with a panel at the top. */
const display = {
  id: 1,
  label: "stand-in",
  bounds,
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
  scaleFactor: 1,
};
strictObject("Display", display);

const events = new Set(["display-added", "display-removed", "display-metrics-changed"]);

const strictScreen = strictObject(
  "Screen",
  Object.assign(new StrictEmitter("Screen", events), {
    getPrimaryDisplay: () => display,
    getAllDisplays: () => [display],
  }),
);

/** `screen`. Reading anything from it throws before the app is ready. */
export const screen = new Proxy(strictScreen, {
  get(target, key, receiver) {
    if (!app.isReady()) {
      throw new Error("The 'screen' module can't be used before the app 'ready' event");
    }
    return Reflect.get(target, key, receiver);
  },
});
