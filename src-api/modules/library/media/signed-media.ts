import type { Cover, Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { hourMs } from "#shared/durations.ts";
import { languages, type Language } from "#shared/languages.ts";
import { signedAddress } from "#api/infra/signed-addresses.ts";
import {
  captionsFile,
  coverAddress,
  imageSize,
  mediaPath,
  type MediaDetails,
} from "./media-files.ts";

/** A player asks for ranges as long as its page is open; session and membership are checked each time. */
export const mediaLifeMs = 2 * hourMs;

/** An image keeps its address for up to so long, so that it is not loaded again whenever its text is. */
const sameAddressMs = hourMs;

type MediaEntry = { kind: ContentKind; slug: string; details: MediaDetails };
export type MediaGrant = { key: string; session: string; now: Date };

/** Returns a function that signs the addresses of an entry's files. */
const addressesOf =
  ({ kind, slug }: MediaEntry, { key, session }: MediaGrant, expires: number) =>
  (file: string) =>
    signedAddress(key, { path: mediaPath(kind, slug, file), session, expires });

export type AddressOf = (file: string) => string;

/** Returns the addresses of a free entry's files, which anybody may fetch. */
const openAddresses =
  ({ kind, slug }: MediaEntry): AddressOf =>
  (file) =>
    mediaPath(kind, slug, file);

/** The address of an image beside the text, with the brackets that may stand around it; a title may follow. */
const ownImage = /(?<=\]\(\s{0,3})<?([^\s()<>/:]+\.webp)>?(?=[\s)])/g;

export const withImages = (
  body: string,
  { details: { images = [] } }: MediaEntry,
  address: AddressOf,
) =>
  body.replaceAll(ownImage, (whole, name: string) =>
    images.includes(name) ? address(name) : whole,
  );

/** Returns when the address of an image expires that is made now. */
export const imageExpires = (now: Date): number =>
  Math.ceil((now.getTime() + mediaLifeMs) / sameAddressMs) * sameAddressMs;

export const withSignedImages = (body: string, entry: MediaEntry, grant: MediaGrant): string =>
  withImages(body, entry, addressesOf(entry, grant, imageExpires(grant.now)));

/** Returns the text of a free entry, whose images anybody may fetch. */
export const withOpenImages = (body: string, entry: MediaEntry): string =>
  withImages(body, entry, openAddresses(entry));

/** Returns a function that signs the addresses of an entry's files while it is not published: its still, and its cover. */
export const signedAddresses = (entry: MediaEntry, grant: MediaGrant): AddressOf =>
  addressesOf(entry, grant, grant.now.getTime() + mediaLifeMs);

/**
 * Presents the picture that an entry has as its cover, as a part of its teaser; nothing of one whose cover is drawn.
 *
 * @param addressOf for an entry that is not published: the address of a file
 */
export function presentCover(
  entry: MediaEntry,
  language: Language,
  addressOf: AddressOf = (file) => coverAddress(entry, file),
): { cover?: Cover } {
  const { cover } = entry.details;
  if (!cover) return {};
  const { picture, focus, alt } = cover;
  const written = [language, ...languages].find((one) => alt[one]) ?? language;
  return {
    cover: {
      src: addressOf(picture),
      ...imageSize(picture),
      focus,
      alt: alt[written] ?? "",
      language: written,
    },
  };
}

/** Returns a video and its captions under addresses; null for an entry without media. */
export function mediaOf(entry: MediaEntry, address: AddressOf): Entry["media"] | null {
  const { source, captions = [], framesPerSecond } = entry.details;
  if (source === undefined) return null;
  return {
    source: { src: address(source), type: source.endsWith(".mp4") ? "video/mp4" : "video/webm" },
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    captions: captions.map((language) => ({
      language,
      src: address(captionsFile(entry.slug, language)),
    })),
  };
}

/** Returns signed addresses of a video and its captions; null for an entry without media. */
export const signedMedia = (entry: MediaEntry, grant: MediaGrant): Entry["media"] | null =>
  mediaOf(entry, addressesOf(entry, grant, grant.now.getTime() + mediaLifeMs));

/** The same of a free video, which anybody may fetch. */
export const openMedia = (entry: MediaEntry): Entry["media"] | null =>
  mediaOf(entry, openAddresses(entry));
