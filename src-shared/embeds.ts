import type { Brand } from "./brand.ts";

/** YouTube's host for players that set no cookies before they play. */
export const youTubePlayerHost = "www.youtube-nocookie.com";
export const vimeoPlayerHost = "player.vimeo.com";

/** Returns the hosts whose players the owner allows in texts (docs/decisions/0063-embeds.md). */
export const playerHosts = ({ embeds }: Pick<Brand, "embeds">): string[] => [
  ...(embeds?.youtube ? [youTubePlayerHost] : []),
  ...(embeds?.vimeo ? [vimeoPlayerHost] : []),
  ...(embeds?.peertube ?? []),
];

/** Returns the address at which the video of a player is watched, to link to it; null for what is no such player. */
export function watchAddress(player: string): string | null {
  const [, film] =
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]+)/i.exec(
      player,
    ) ?? [];
  if (film !== undefined) return `https://www.youtube.com/watch?v=${film}`;
  // `h` is the secret part of the address of a video that is not listed.
  const [, clip, secret] =
    /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)(?:\?(?:[^#]*&)?h=([\da-f]+))?/i.exec(
      player,
    ) ?? [];
  if (clip !== undefined) return `https://vimeo.com/${clip}${secret ? `/${secret}` : ""}`;
  const [, host, id] =
    /^(?:https?:)?\/\/([a-z0-9.-]+)\/videos\/embed\/([\w-]{22,36})(?=[?#]|$)/i.exec(player) ?? [];
  return id === undefined ? null : `https://${host}/videos/watch/${id}`;
}
