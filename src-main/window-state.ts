import { screen } from "electron";
import * as z from "zod/mini";
import { logFailure } from "./log.ts";
import type { StoreFile } from "./store-file.ts";
import { placeBeside, placeOnScreen, type Rect, type WorkAreas } from "./window-bounds.ts";

const whole = z.number().check(z.int(), z.gte(-100_000), z.lte(100_000));
const rectSchema = z.object({ x: whole, y: whole, width: whole, height: whole });
const boundsSchema = z.object({ ...rectSchema.shape, maximized: z.boolean() });
const pinSchema = z.object({ on: z.boolean(), bounds: z.optional(rectSchema) });

export type WindowBounds = z.infer<typeof boundsSchema>;
export type PinState = z.infer<typeof pinSchema>;

/** What is remembered of windows: the bounds of an unpinned one, the pin and a pinned one's bounds. */
export type WindowState = {
  bounds(): WindowBounds | null;
  writeBounds(bounds: WindowBounds): void;
  pin(): PinState;
  writePin(pin: PinState): void;
};

/** The state of windows in a file; what does not parse counts as not there. */
export function windowStateIn(file: StoreFile): WindowState {
  const write = (key: string, value: unknown) => {
    try {
      file.set(key, value);
    } catch (error) {
      logFailure("The window's place could not be stored", error);
    }
  };
  return {
    bounds: () => boundsSchema.safeParse(file.get("window-bounds")).data ?? null,
    writeBounds: (bounds) => write("window-bounds", bounds),
    pin: () => pinSchema.safeParse(file.get("pin")).data ?? { on: false },
    writePin: (pin) => write("pin", pin),
  };
}

function workAreas(): WorkAreas {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

/** The place on the displays of now; see `placeOnScreen`. */
export const placeOnDisplays = (wanted: Rect | null): Rect => placeOnScreen(wanted, workAreas());

/** The place of one more window, beside so many others. */
export function placeFurther(wanted: Rect | null, others: number): Rect {
  const place = placeOnDisplays(wanted);
  return others > 0 ? placeBeside(place, others, workAreas()) : place;
}
