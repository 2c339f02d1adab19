import { createChunk } from "../../components/load-chunk.ts";

/** The end of an entry and the note on a dog above a list, with their texts. */
export const lateParts = createChunk(() => import("./late-parts.ts"));
