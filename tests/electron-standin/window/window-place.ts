import { assertWholeRect, type Rect } from "./rect.ts";
import { display } from "./screen.ts";
import type { WindowOptions } from "./window-options.ts";

type State = "maximized" | "minimized" | "full screen" | "always on top";

/** What is told of a state that begins, and of one that ends. */
const told: Record<State, [string, string]> = {
  maximized: ["maximize", "unmaximize"],
  minimized: ["minimize", "restore"],
  "full screen": ["enter-full-screen", "leave-full-screen"],
  "always on top": ["always-on-top-changed", "always-on-top-changed"],
};

/** ms until a window fills the screen or has left it. */
const screenChange = Number(process.env["STANDIN_FULL_SCREEN_MS"] ?? 100);

type Tell = (event: string, ...details: unknown[]) => void;

/** Where a window lies. What a window manager would do is assumed: it does as it is asked. */
export class WindowPlace {
  readonly minimumSize: [number, number];
  #normalBounds: Rect;
  #states = new Set<State>();
  #tell: Tell;
  #screenChanges = false;
  /** Changes of full screen that were asked for during one. */
  #screenWanted: boolean[] = [];

  /** `tell` is called later than what causes an event, as by a window manager. */
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
   * A maximised window stays so and comes back to these bounds. A window that fills the screen, or is
   * about to or about to leave it, ignores them: as on macOS.
   */
  setBounds(bounds: Partial<Rect>): void {
    const wanted = { ...this.#normalBounds, ...bounds };
    assertWholeRect(wanted);
    if (this.#screenChanges || this.has("full screen")) return;
    const before = this.bounds;
    this.#normalBounds = wanted;
    setImmediate(this.#tellFrom(before));
  }

  /** Yields what tells of the place of now, where it is another one. */
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

  /** Comes to be later, and then all at once. What is asked for meanwhile follows, one by one. */
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

  /** Changes a state; yields what tells of it. */
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
