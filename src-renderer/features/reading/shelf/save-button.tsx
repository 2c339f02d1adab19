import type { Teaser } from "#shared/api/library.ts";
import { changeItem } from "./follow/changes.ts";
import { SaveToggle } from "./save-toggle.tsx";
import { useShelfEntry } from "./use-shelf-entry.ts";

/** Saves an entry for later, or removes it again: at once on screen, undone if the server refuses. */
export function SaveButton({ kind, slug }: Pick<Teaser, "kind" | "slug">) {
  const isSaved = useShelfEntry({ kind, slug }).data?.isSaved ?? false;
  const toggle = () => {
    const at = new Date().toISOString();
    changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
  };
  return <SaveToggle isSaved={isSaved} onToggle={toggle} />;
}
