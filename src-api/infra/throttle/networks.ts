import ipaddr from "ipaddr.js";

/** Prefix lengths: the network of a single client, then those that providers assign. */
const prefixes = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const;

const withPort = /^(?:\[(?<bracketed>[^\]]+)\](?::\d+)?|(?<ipv4>[\d.]+):\d+)$/;

/** Removes the brackets and the port that some proxies add to an address, such as Azure's gateway. */
function withoutPort(ip: string): string {
  const { bracketed, ipv4 } = withPort.exec(ip)?.groups ?? {};
  return bracketed ?? ipv4 ?? ip;
}

/** Returns whether a client's address is valid; invalid ones count as one network. */
export const isReadable = (ip: string): boolean => ipaddr.isValid(withoutPort(ip));

/** Returns a client's address without brackets, port and interface, IPv4 as such; null for an invalid one. */
export const readableAddress = (ip: string): string | null =>
  isReadable(ip) ? ipaddr.process(withoutPort(ip)).toString().replace(/%.*$/, "") : null;

/**
 * Returns the networks of an IP address in CIDR notation, narrowest first: the address and its /24
 * for IPv4; the /64, /56 and /48 for IPv6, whose clients can change addresses freely. An IPv4
 * address mapped into IPv6 counts as IPv4. Invalid addresses count as one network.
 */
export function networksOf(ip: string): [string, ...string[]] {
  if (!isReadable(ip)) return ["unknown"];
  const address = ipaddr.process(withoutPort(ip));
  const { IPv4, IPv6 } = ipaddr;
  const text = address.toNormalizedString().replace(/%.*$/, ""); // without the interface name
  const isIPv4 = address.kind() === "ipv4";
  const within = (bits: number) => {
    const base = (isIPv4 ? IPv4 : IPv6).networkAddressFromCIDR(`${text}/${bits}`);
    return `${base.toString()}/${bits}`;
  };
  const [own, ...wider] = isIPv4 ? prefixes.ipv4 : prefixes.ipv6;
  return [within(own), ...wider.map(within)];
}

export const clientNetwork = (ip: string): string => networksOf(ip)[0];

/** Returns the widest network that is counted: a /24 or a /48. */
export const widestNetwork = (ip: string): string => networksOf(ip).at(-1) ?? clientNetwork(ip);
