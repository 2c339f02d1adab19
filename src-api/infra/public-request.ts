import { lookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isLoopback } from "./loopback.ts";

/** Requests to addresses that admins enter: only to hosts on the internet, whatever a name resolves to (docs/decisions/0069-webhooks.md). */
type Target = {
  url: string;
  /** Whether this machine itself may be asked, and without TLS: in demo mode, which only this machine reaches. */
  allowsLoopback: boolean;
};

/** Global IPv6 addresses; all others are of a network, or lead to IPv4 ones. */
const globalIPv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns whether an address is one of the internet: not of this machine, its network, a tunnel or any other special range. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address); // IPv4 mapped into IPv6 counts as IPv4
  if (ip.range() !== "unicast") return false;
  return ip instanceof ipaddr.IPv4 || ip.match(globalIPv6);
}

const isAllowed = (address: string, allowsLoopback: boolean) =>
  isPublicAddress(address) || (allowsLoopback && isLoopback(address));

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");

/** Thrown when a host is not on the internet. */
class RefusedAddress extends Error {
  override name = "RefusedAddress";
}

/** Resolves a name for the connection itself, so that no other answer can follow the check. One wrong address refuses all. */
const guardedLookup =
  (allowsLoopback: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return done(error, "", 0);
      if (!first || addresses.some(({ address }) => !isAllowed(address, allowsLoopback)))
        return done(new RefusedAddress(`${hostname} is not on the internet.`), "", 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/** Returns whether a URL may be asked at all: https, no password in it, and no address in its place that is not public. */
export function isAllowedUrl({ url, allowsLoopback }: Target): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const host = withoutBrackets(hostname);
  if (username !== "" || password !== "") return false;
  if (allowsLoopback && isLoopback(host)) return protocol === "https:" || protocol === "http:";
  if (protocol !== "https:" || isLoopback(host)) return false;
  return !ipaddr.isValid(host) || isPublicAddress(host);
}

/** Characters of an answer that are kept. */
const maxAnswer = 200;

/** What became of a request: an answer with the beginning of its body, or why there is none. */
type PostResult =
  | { status: number; body: string }
  | { failed: "address" | "connection" | "timeout" };

/** Posts a text once, without following redirects. Never rejects. */
export function postToPublic(
  target: Target,
  {
    body,
    headers,
    timeoutMs,
  }: { body: string; headers: Record<string, string>; timeoutMs: number },
): Promise<PostResult> {
  if (!isAllowedUrl(target)) return Promise.resolve({ failed: "address" });
  const url = new URL(target.url);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, resolve } = Promise.withResolvers<PostResult>();
  const fail = (error: unknown) => {
    if (signal.aborted) return resolve({ failed: "timeout" });
    resolve({ failed: error instanceof RefusedAddress ? "address" : "connection" });
  };
  // Also of an answer that ends in silence, such as a change of the protocol.
  signal.addEventListener("abort", () => resolve({ failed: "timeout" }));
  const sent = send(
    url,
    {
      method: "POST",
      agent: false, // a connection of its own, whose address is checked
      lookup: guardedLookup(target.allowsLoopback),
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
    },
    (answer) => {
      const { statusCode: status = 0 } = answer;
      let text = "";
      const end = () => resolve({ status, body: text.slice(0, maxAnswer) });
      if (status >= 200 && status < 300) {
        end();
        sent.destroy(); // nobody reads what follows
        return;
      }
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        if (text.length < maxAnswer) return;
        end();
        sent.destroy();
      });
      answer.on("end", end);
      answer.on("error", fail);
    },
  );
  sent.on("error", fail);
  sent.end(body);
  return promise;
}
