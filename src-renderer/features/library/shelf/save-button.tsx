import type { Teaser } from "../../../../src-shared/api/library.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { shelfEntryQuery } from "../queries.ts";
import { changeItem } from "./follow/changes.ts";
import { SaveToggle } from "./save-toggle.tsx";

/** Saves an entry for later, or removes it again: at once on screen, undone if the server refuses. */
export function SaveButton({ kind, slug }: Pick<Teaser, "kind" | "slug">) {
  const isSaved = useApiQuery(...shelfEntryQuery(kind, slug)).data?.isSaved ?? false;
  const toggle = () => {
    const at = new Date().toISOString();
    changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
  };
  return <SaveToggle isSaved={isSaved} onToggle={toggle} />;
}
