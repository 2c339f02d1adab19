import { createChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";

/** What changes the shelf and follows a reader or viewer: loaded when an entry is saved, scrolled or played. */
export const shelfParts = createChunk(async () => {
  const [parts] = await Promise.all([
    import("./saved-and-followers.ts"),
    loadNamespaces(["shelf"]),
  ]);
  return parts;
});

/** Fetches that early; whoever needs it shows a failure. */
export const prepareShelf = (): void => void shelfParts.load().catch(() => {});
