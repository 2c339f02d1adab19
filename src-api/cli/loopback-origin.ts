/** Addresses that stand for all of this machine's: one listens on them, nobody calls them. */
const loopbackOf: Record<string, string> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };

/** Where this machine reaches itself: a server that listens everywhere is called by loopback. */
export function loopbackOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = loopbackOf[url.hostname] ?? url.hostname;
  return url.origin;
}
