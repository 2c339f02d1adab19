import ipaddr from "ipaddr.js";

/** Prefix lengths: what a client has to itself, then the networks that providers hand out. */
const prefixes = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const;

/**
 * The networks of an IP address in CIDR notation, narrowest first: one IPv4 address and its /24, or
 * the /64, /56 and /48 of an IPv6 address, whose clients change addresses at will. An IPv4 address
 * mapped into IPv6 is an IPv4 address. What is no address counts as one network.
 */
export function networksOf(ip: string): [string, ...string[]] {
  if (!ipaddr.isValid(ip)) return ["unknown"];
  const address = ipaddr.process(ip);
  const { IPv4, IPv6 } = ipaddr;
  const text = address.toNormalizedString().replace(/%.*$/, ""); // without an interface's name
  const isIPv4 = address.kind() === "ipv4";
  const within = (bits: number) => {
    const base = (isIPv4 ? IPv4 : IPv6).networkAddressFromCIDR(`${text}/${bits}`);
    return `${base.toString()}/${bits}`;
  };
  const [own, ...wider] = isIPv4 ? prefixes.ipv4 : prefixes.ipv6;
  return [within(own), ...wider.map(within)];
}

/** The network that a client has to itself. */
export const clientNetwork = (ip: string): string => networksOf(ip)[0];
