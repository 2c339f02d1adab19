import { vimeoPlayerHost, youTubePlayerHost } from "#shared/embeds.ts";

/*
 * Videos of other sites in texts: a link alone in a paragraph becomes a player where the owner allows its site
 * (docs/decisions/0063-embeds.md). Everywhere else it stays the link that it is.
 */

/** Sites with an address of their own, and PeerTube, which runs at many. */
type VideoService = "youtube" | "vimeo" | "peertube";

export type Video = {
  service: VideoService;
  /** Host that the player is loaded from. */
  host: string;
  /** Address of the player, which starts by itself: it is loaded when somebody presses play. */
  player: string;
};

/** Returns the second at which a video begins, from `90`, `90s` or `1h2m3s`; "" without one. */
function secondsOf(time: string | null): string {
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? "") ?? [];
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole === undefined || all === 0 ? "" : String(all);
}

/** Returns an address with those parameters that are not empty. */
function withParameters(address: string, parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return `${address}?${new URLSearchParams(Object.fromEntries(given))}`;
}

function onYouTube({ hostname, pathname, searchParams }: URL): Video | null {
  const host = hostname.replace(/^(www|m|music)\./, "");
  const [, named] =
    host === "youtu.be"
      ? (/^\/([^/]+)\/?$/.exec(pathname) ?? [])
      : (/^\/(?:shorts|live|embed)\/([^/]+)\/?$/.exec(pathname) ?? []);
  const isSite = ["youtu.be", "youtube.com", "youtube-nocookie.com"].includes(host);
  const id = named ?? (pathname === "/watch" ? (searchParams.get("v") ?? "") : "");
  if (!isSite || !/^[\w-]{11}$/.test(id)) return null;
  const start = secondsOf(searchParams.get("t") ?? searchParams.get("start"));
  const player = withParameters(`https://${youTubePlayerHost}/embed/${id}`, {
    autoplay: "1",
    start,
  });
  return { service: "youtube", host: youTubePlayerHost, player };
}

function onVimeo({ hostname, pathname, searchParams, hash }: URL): Video | null {
  const [, id, secret = ""] =
    hostname === vimeoPlayerHost
      ? (/^\/video\/(\d+)\/?$/.exec(pathname) ?? [])
      : /^(www\.)?vimeo\.com$/.test(hostname)
        ? (/^\/(?:channels\/[\w-]+\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? [])
        : [];
  if (id === undefined) return null;
  const player = withParameters(`https://${vimeoPlayerHost}/video/${id}`, {
    // The secret part of the address of a video that is not listed.
    h: secret || (/^[\da-f]+$/.exec(searchParams.get("h") ?? "")?.[0] ?? ""),
    autoplay: "1",
    dnt: "1",
  });
  const start = secondsOf(/^#t=(\w+)$/.exec(hash)?.[1] ?? null);
  return {
    service: "vimeo",
    host: vimeoPlayerHost,
    player: start ? `${player}#t=${start}s` : player,
  };
}

/** A UUID, or one in base 58. */
const peerTubeId = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[1-9A-HJ-NP-Za-km-z]{22})$/;

function onPeerTube({ host, pathname, searchParams }: URL): Video | null {
  const [, id = ""] = /^\/(?:w|videos\/(?:watch|embed))\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!peerTubeId.test(id)) return null;
  const start = secondsOf(searchParams.get("start"));
  // Other viewers would learn the network address by `p2p`.
  const player = withParameters(`https://${host}/videos/embed/${id}`, {
    autoplay: "1",
    p2p: "0",
    start,
  });
  return { service: "peertube", host, player };
}

/** Returns the video that an address shows on its site, allowed or not; null for other addresses. */
export function videoAt(address: string): Video | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.port) return null;
  return onYouTube(url) ?? onVimeo(url) ?? onPeerTube(url);
}

/** Returns what the site of a video is called in a sentence. */
export const siteOf = ({ service, host }: Video): string =>
  ({ youtube: "YouTube", vimeo: "Vimeo", peertube: host })[service];
