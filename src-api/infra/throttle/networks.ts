import ipaddr from "ipaddr.js";

/** Prefix lengths: what a client has to itself, then the networks that providers hand out. */
const prefixes = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const;

const withPort = /^(?:\[(?<bracketed>[^\]]+)\](?::\d+)?|(?<ipv4>[\d.]+):\d+)$/;

/** An address without the brackets and the port that some proxies write, such as Azure's gateway. */
function withoutPort(ip: string): string {
  const { bracketed, ipv4 } = withPort.exec(ip)?.groups ?? {};
  return bracketed ?? ipv4 ?? ip;
}

/** Whether a client's address can be read; those that cannot count as one network. */
export const isReadable = (ip: string): boolean => ipaddr.isValid(withoutPort(ip));

/**
 * The networks of an IP address in CIDR notation, narrowest first: one IPv4 address and its /24, or
 * the /64, /56 and /48 of an IPv6 address, whose clients change addresses at will. An IPv4 address
 * mapped into IPv6 is an IPv4 address. What is no address counts as one network.
 */
export function networksOf(ip: string): [string, ...string[]] {
  if (!isReadable(ip)) return ["unknown"];
  const address = ipaddr.process(withoutPort(ip));
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

/** The widest network that is counted as one: a /24 or a /48. */
export const widestNetwork = (ip: string): string => networksOf(ip).at(-1) ?? clientNetwork(ip);
