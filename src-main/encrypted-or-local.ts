const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether what is sent there is encrypted on its way, or does not leave this machine. */
export const isEncryptedOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
