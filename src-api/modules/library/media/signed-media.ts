import type { Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { signedAddress } from "#api/infra/signed-addresses.ts";
import { captionsFile, mediaPath, type MediaDetails } from "./media-files.ts";

/**
 * How long an address of media works, in ms. A player asks for further ranges from the same address
 * for as long as the page is open, after a long pause too; it cannot fetch a new address meanwhile.
 * Two hours cover that. They are no risk: session and membership are checked again for every range.
 */
export const mediaLife = 2 * 60 * 60_000;

/** An image keeps its address for up to so long, in ms, so that it is not loaded again whenever its text is. */
const sameAddress = 60 * 60_000;

type MediaEntry = { kind: ContentKind; slug: string; details: MediaDetails };
type MediaGrant = { key: string; session: string; now: Date };

/** Returns what signs the addresses of an entry's files. */
const addressesOf =
  ({ kind, slug }: MediaEntry, { key, session }: MediaGrant, expires: number) =>
  (file: string) =>
    signedAddress(key, { path: mediaPath(kind, slug, file), session, expires });

/** Returns a text whose images have signed addresses. */
export function withSignedImages(body: string, entry: MediaEntry, grant: MediaGrant): string {
  const expires = Math.ceil((grant.now.getTime() + mediaLife) / sameAddress) * sameAddress;
  const address = addressesOf(entry, grant, expires);
  return (entry.details.images ?? []).reduce(
    (text, name) => text.replaceAll(`](${name})`, `](${address(name)})`),
    body,
  );
}

/** Returns the signed address of a video's still while it is not published; null without one. */
export function signedStill(entry: MediaEntry, grant: MediaGrant): string | null {
  const { poster } = entry.details;
  return poster === undefined
    ? null
    : addressesOf(entry, grant, grant.now.getTime() + mediaLife)(poster);
}

/** Returns signed addresses of a video and its captions; null for an entry without media. */
export function signedMedia(entry: MediaEntry, grant: MediaGrant): Entry["media"] | null {
  const { source, captions = [], framesPerSecond } = entry.details;
  if (source === undefined) return null;
  const address = addressesOf(entry, grant, grant.now.getTime() + mediaLife);
  return {
    source: { src: address(source), type: source.endsWith(".mp4") ? "video/mp4" : "video/webm" },
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    captions: captions.map((language) => ({
      language,
      src: address(captionsFile(entry.slug, language)),
    })),
  };
}
