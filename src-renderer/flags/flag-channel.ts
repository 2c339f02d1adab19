import { flagsSchema, type Flags } from "../../src-shared/flags.ts";

const name = "flags";

/** Returns null where channels do not exist or are blocked, as some browsers do along with storage. */
function createChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Connects the windows of a device: calls the listener with values that another window sends, and
 * returns the function that sends them. Browsers without channels have no locks either: there every
 * window follows the flag service itself.
 */
export function openFlagChannel(listener: (flags: Flags) => void): (flags: Flags) => void {
  const channel = createChannel();
  if (!channel) return () => {};
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { success, data: flags } = flagsSchema.safeParse(data);
    if (success) listener(flags);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
  return (flags) => channel.postMessage(flags);
}
