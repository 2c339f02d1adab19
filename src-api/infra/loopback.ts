import ipaddr from "ipaddr.js";

/** Returns whether a host name or an address, with or without the brackets of a URL, is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (name === "localhost") return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}
