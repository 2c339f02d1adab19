import { createChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";

const importCode = () => import("./saved-and-followers.ts");

/** What changes the shelf and follows viewers: loaded when an entry is to be saved, or is played. */
export const shelfCode = createChunk(importCode);

/** The same with its texts, for what is offered to readers: loaded with the first scrolling. */
export const shelfParts = createChunk(async () => {
  const [code] = await Promise.all([importCode(), loadNamespaces(["shelf"])]);
  return code;
});

/** Fetches the code early; whoever needs it shows a failure. */
export const prepareShelf = (): void => void shelfCode.load().catch(() => {});
