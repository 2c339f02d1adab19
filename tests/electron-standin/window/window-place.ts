import { assertWholeRect, type Rect } from "./rect.ts";
import { display } from "./screen.ts";
import type { WindowOptions } from "./window-options.ts";

type State = "maximized" | "minimized" | "full screen" | "always on top";

/** The events for entering and leaving a state. */
const told: Record<State, [string, string]> = {
  maximized: ["maximize", "unmaximize"],
  minimized: ["minimize", "restore"],
  "full screen": ["enter-full-screen", "leave-full-screen"],
  "always on top": ["always-on-top-changed", "always-on-top-changed"],
};

/** ms to enter or leave full screen. */
const screenChange = Number(process.env["STANDIN_FULL_SCREEN_MS"] ?? 100);

type Tell = (event: string, ...details: unknown[]) => void;

/** Position and state of a window. Assumes a window manager that does as it is asked. */
export class WindowPlace {
  readonly minimumSize: [number, number];
  #normalBounds: Rect;
  #states = new Set<State>();
  #tell: Tell;
  #screenChanges = false;
  /** Full screen changes requested while one is running. */
  #screenWanted: boolean[] = [];

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
    if (this.has("full screen")) return { ...display.bounds };
    return { ...(this.has("maximized") ? display.workArea : this.#normalBounds) };
  }
  get normalBounds(): Rect {
    return { ...this.#normalBounds };
  }

  /**
   * A maximised window stays maximised and is restored to these bounds. In full screen, and while entering
   * or leaving it, they are ignored, as on macOS.
   */
  setBounds(bounds: Partial<Rect>): void {
    const wanted = { ...this.#normalBounds, ...bounds };
    assertWholeRect(wanted);
    if (this.#screenChanges || this.has("full screen")) return;
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

  set(state: Exclude<State, "full screen">, on: boolean): void {
    if (this.has(state) === on) return;
    setImmediate(this.#change(state, on));
  }

  /** Changes full screen asynchronously. Requests made meanwhile follow one by one. */
  setFullScreen(on: boolean): void {
    if (this.#screenChanges) {
      this.#screenWanted.push(on);
      return;
    }
    if (this.has("full screen") === on) return;
    this.#screenChanges = true;
    setTimeout(() => {
      this.#screenChanges = false;
      this.#change("full screen", on)();
      const next = this.#screenWanted.shift();
      if (next !== undefined) this.setFullScreen(next);
    }, screenChange).unref();
  }

  /** Changes a state and yields its events. */
  #change(state: State, on: boolean): () => void {
    const before = this.bounds;
    if (on) this.#states.add(state);
    else this.#states.delete(state);
    const tellPlace = this.#tellFrom(before);
    return () => {
      this.#tell(told[state][on ? 0 : 1], ...(state === "always on top" ? [on] : []));
      tellPlace();
    };
  }
}
