import { flagsSchema, type Flags } from "../../src-shared/flags.ts";

const name = "flags";

/** Null where there are none, or where storage is denied: some browsers deny channels with it. */
function createChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Connects the windows of a device: calls the listener with the values that another one tells.
 * Gives the way to tell them. Browsers without channels have no locks either: there every window
 * listens to the flag service itself.
 */
export function openFlagChannel(listener: (flags: Flags) => void): (flags: Flags) => void {
  const channel = createChannel();
  if (!channel) return () => {};
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { success, data: flags } = flagsSchema.safeParse(data);
    if (success) listener(flags);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel's is ours anyway
  return (flags) => channel.postMessage(flags);
}
