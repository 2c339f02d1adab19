import { createChunk } from "../../components/load-chunk.ts";
import { loadNamespaces } from "../../i18n/i18n.ts";

/** The end of an entry and the note on a dog above a list, with their texts. */
export const lateParts = createChunk(async () => {
  const [parts] = await Promise.all([import("./late-parts.ts"), loadNamespaces(["library-more"])]);
  return parts;
});
