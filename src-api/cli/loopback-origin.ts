/** Addresses on which a server listens but which cannot be called, with their loopback addresses. */
const loopbackOf: Record<string, string> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };

/** Returns the origin by which this machine reaches a server, also one that listens on all addresses. */
export function loopbackOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = loopbackOf[url.hostname] ?? url.hostname;
  return url.origin;
}
