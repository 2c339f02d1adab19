import type { Entry } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { signedAddress } from "../../../infra/signed-addresses.ts";
import { captionsFile, mediaPath, type MediaDetails } from "./media-files.ts";

/**
 * How long an address of media works, in ms. A player asks for further ranges from the same address
 * for as long as the page is open, after a long pause too; it cannot fetch a new address meanwhile.
 * Two hours cover that. They are no risk: session and membership are checked again for every range.
 */
export const mediaLife = 2 * 60 * 60_000;

/** An image keeps its address for up to so long, in ms, so that it is not loaded again whenever its text is. */
const sameAddress = 60 * 60_000;

type Signed = { kind: ContentKind; slug: string; details: MediaDetails };
type Signing = { key: string; session: string; now: Date };

/** Returns a text whose images have signed addresses. */
export function withSignedImages(body: string, entry: Signed, grant: Signing): string {
  const { kind, slug, details } = entry;
  const { key, session, now } = grant;
  const expires = Math.ceil((now.getTime() + mediaLife) / sameAddress) * sameAddress;
  return (details.images ?? []).reduce((text, name) => {
    const address = signedAddress(key, { path: mediaPath(kind, slug, name), session, expires });
    return text.replaceAll(`](${name})`, `](${address})`);
  }, body);
}

/** Returns signed addresses of a video and its captions; null for an entry without media. */
export function signedMedia(entry: Signed, grant: Signing): Entry["media"] | null {
  const { source, captions = [], framesPerSecond } = entry.details;
  if (source === undefined) return null;
  const { key, session } = grant;
  const expires = grant.now.getTime() + mediaLife;
  const address = (file: string) =>
    signedAddress(key, { path: mediaPath(entry.kind, entry.slug, file), session, expires });
  return {
    source: { src: address(source), type: source.endsWith(".mp4") ? "video/mp4" : "video/webm" },
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    captions: captions.map((language) => ({
      language,
      src: address(captionsFile(entry.slug, language)),
    })),
  };
}
