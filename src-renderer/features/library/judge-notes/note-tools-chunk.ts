import { createChunk } from "../../../components/load-chunk.ts";

/** What judges and admins do with notes, with its texts. Readers do without it. */
export const noteTools = createChunk(() => import("./note-tools.ts"));
