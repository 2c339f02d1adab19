/** Wildcard addresses that a server can listen on but nobody can connect to, with their loopback addresses. */
const loopbackOf: Record<string, string> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };

/** Returns the origin at which this machine reaches a server, even if it listens on all addresses. */
export function loopbackOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = loopbackOf[url.hostname] ?? url.hostname;
  return url.origin;
}
