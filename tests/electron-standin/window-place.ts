import type { Rect } from "./rect.ts";
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

/** Where a window lies. What a window manager would do is assumed: it does as it is asked. */
export class WindowPlace {
  readonly minimumSize: [number, number];
  #normalBounds: Rect;
  #states = new Set<State>();
  #tell: (event: string, ...details: unknown[]) => void;

  constructor(options: WindowOptions, tell: (event: string, ...details: unknown[]) => void) {
    const { width = 800, height = 600, minWidth = 0, minHeight = 0 } = options;
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

  /** A window that fills the screen stays there; it comes back to these bounds. */
  setBounds(bounds: Partial<Rect>): void {
    const before = this.bounds;
    this.#normalBounds = { ...this.#normalBounds, ...bounds };
    this.#tellFrom(before);
  }

  #tellFrom(before: Rect): void {
    const { x, y, width, height } = this.bounds;
    if (before.x !== x || before.y !== y) this.#tell("move");
    if (before.width !== width || before.height !== height) this.#tell("resize");
  }

  has(state: State): boolean {
    return this.#states.has(state);
  }

  set(state: State, on: boolean): void {
    if (this.has(state) === on) return;
    const before = this.bounds;
    if (on) this.#states.add(state);
    else this.#states.delete(state);
    this.#tell(told[state][on ? 0 : 1], ...(state === "always on top" ? [on] : []));
    this.#tellFrom(before);
  }
}
