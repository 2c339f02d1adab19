import { createChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";

/** What judges and admins do with notes, with its texts. Readers do without it. */
export const noteTools = createChunk(async () => {
  const [tools] = await Promise.all([
    import("./note-tools.ts"),
    loadNamespaces(["forms", "judge-notes"]),
  ]);
  return tools;
});
