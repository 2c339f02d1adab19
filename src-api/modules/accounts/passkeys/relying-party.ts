import ipaddr from "ipaddr.js";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";

/** Whether a host is this machine: browsers know it as `localhost`, and passkeys cannot belong to an IP address. */
function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return host === "localhost";
  return ["loopback", "unspecified"].includes(ipaddr.process(address).range());
}

/**
 * Returns what passkeys belong to, by the portal's public address: the host name, and the only origin that
 * they are accepted from. Changing the host name makes all passkeys useless.
 */
export function relyingParty({ config, brand }: Pick<Portal, "config" | "brand">) {
  const url = new URL(publicOrigin(config));
  if (isThisMachine(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin, name: brand.name };
}
