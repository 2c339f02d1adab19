import type { ContentKind, Entry } from "../../../../src-shared/api/library.ts";
import { captionsFile } from "../sync/content-folder.ts";
import type { EntryDetails } from "../schema.ts";
import type { Portal } from "../../../portal.ts";
import type { Session } from "../../../http/session.ts";
import { mediaPath } from "./paths.ts";
import { loadSigningKey, sign } from "./signature.ts";

/**
 * How long an address of media works, in ms. A player asks for further ranges from the same address
 * for as long as the page is open, after a long pause too; it cannot fetch a new address meanwhile.
 * Two hours cover that. They are no risk: session and membership are asked again for every range.
 */
export const mediaLife = 2 * 60 * 60_000;

type KeptEntry = { kind: ContentKind; slug: string; details: EntryDetails };

/** The files of an entry that members may fetch. */
export const mediaFiles = ({ slug, details }: KeptEntry): string[] =>
  details.source === undefined
    ? []
    : [details.source, ...(details.captions ?? []).map((language) => captionsFile(slug, language))];

/** Signed addresses of a video and its captions for a session; null for entries without media. */
export async function signedMedia(
  { database, now }: Portal,
  session: Session,
  entry: KeptEntry,
): Promise<Entry["media"] | null> {
  const { source, captions = [] } = entry.details;
  if (source === undefined) return null;
  const key = await loadSigningKey(database);
  const expires = now().getTime() + mediaLife;
  const address = (file: string) => {
    const path = mediaPath(entry.kind, entry.slug, file);
    const signature = sign(key, { path, session: session.id, expires });
    const query = new URLSearchParams({ session: session.id, expires: `${expires}`, signature });
    return `${path}?${query.toString()}`;
  };
  return {
    source: { src: address(source), type: source.endsWith(".mp4") ? "video/mp4" : "video/webm" },
    captions: captions.map((language) => ({
      language,
      src: address(captionsFile(entry.slug, language)),
    })),
  };
}
