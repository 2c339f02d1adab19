const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether requests to the URL are encrypted, or do not leave this machine. */
export const isEncryptedOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
