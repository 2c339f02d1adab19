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

type WindowBounds = z.infer<typeof boundsSchema>;
type PinState = z.infer<typeof pinSchema>;

/** The remembered state: the bounds of an unpinned window, the pin, and the bounds of a pinned one. */
export type WindowState = {
  bounds(): WindowBounds | null;
  writeBounds(bounds: WindowBounds): void;
  pin(): PinState;
  writePin(pin: PinState): void;
};

/** On Wayland every window reports position 0, 0, so positions are dropped. */
const withKnownPosition = ({ x, y, ...rest }: WindowBounds): WindowBounds =>
  isWayland() ? rest : { x, y, ...rest };

/** Opens the state in a file; values that do not parse are ignored. */
export function windowStateIn(file: StoreFile): WindowState {
  const write = (key: string, value: unknown) => {
    try {
      file.set(key, value);
    } catch (error) {
      logFailure("The window's bounds could not be stored", error);
    }
  };
  return {
    bounds: () => {
      const { data } = boundsSchema.safeParse(file.get("window-bounds"));
      return data ? withKnownPosition(data) : null;
    },
    writeBounds: (bounds) => write("window-bounds", withKnownPosition(bounds)),
    pin: () => pinSchema.safeParse(file.get("pin")).data ?? { on: false },
    writePin: (pin) => write("pin", pin),
  };
}
