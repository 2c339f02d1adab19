import { createChunk } from "../../../components/load-chunk.ts";

const importCode = () => import("./saved-and-followers.ts");

/** What changes the shelf and follows viewers: loaded when an entry is to be saved, or is played. */
export const shelfCode = createChunk(importCode);

/** The same with its texts, for what is offered to readers: loaded with the first scrolling. */
export const shelfParts = createChunk(() => importCode());

/** Fetches the code early; whoever needs it shows a failure. */
export const prepareShelf = (): void => void shelfCode.load().catch(() => {});
