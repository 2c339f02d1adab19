import { flagsSchema, type Flags } from "../../src-shared/flags.ts";
import { openWindowChannel } from "../platform/window-channel.ts";

/**
 * Calls the listener with the flags that another window of this device sends. Returns the function
 * that sends them. Browsers without channels have no locks either: there every window listens to the
 * flag service itself.
 */
export const openFlagChannel = (listener: (flags: Flags) => void): ((flags: Flags) => void) =>
  openWindowChannel("flags", (message) => {
    const { success, data } = flagsSchema.safeParse(message);
    if (success) listener(data);
  });
