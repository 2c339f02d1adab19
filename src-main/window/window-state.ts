import * as z from "zod/mini";
import { isWayland } from "./displays.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";

const whole = z.number().check(z.int(), z.gte(-100_000), z.lte(100_000));
const rectSchema = z.object({ x: whole, y: whole, width: whole, height: whole });
const boundsSchema = z.object({
  ...rectSchema.shape,
  x: z.optional(whole),
  y: z.optional(whole),
  maximized: z.boolean(),
});
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

/** Under Wayland a program sees every window at 0, 0: positions mean nothing there. */
const meaningful = ({ x, y, ...rest }: WindowBounds): WindowBounds =>
  isWayland() ? rest : { x, y, ...rest };

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
    bounds: () => {
      const { data } = boundsSchema.safeParse(file.get("window-bounds"));
      return data ? meaningful(data) : null;
    },
    writeBounds: (bounds) => write("window-bounds", meaningful(bounds)),
    pin: () => pinSchema.safeParse(file.get("pin")).data ?? { on: false },
    writePin: (pin) => write("pin", pin),
  };
}
