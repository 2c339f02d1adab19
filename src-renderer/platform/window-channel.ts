/** Returns null where storage is denied: some browsers then deny channels too. */
function createChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Connects the windows of this device. Returns the function that sends to the others; what comes is unparsed. */
export function openWindowChannel(
  name: string,
  listener: (message: unknown) => void,
): (message: unknown) => void {
  const channel = createChannel(name);
  if (!channel) return () => {};
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => listener(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target
  return (message) => channel.postMessage(message);
}
