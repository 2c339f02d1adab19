import { EditorPage, type ReaderPages } from "#renderer/features/studio/index.ts";
import { EntryContent } from "../entry/entry-content.tsx";
import { OpenEntry } from "../entry/open-entry.tsx";

const pages: ReaderPages = {
  member: ({ entry, reload }) => <EntryContent entry={entry} reload={reload} setting="draft" />,
  visitor: OpenEntry,
};

/** /studio/{kind}/{slug}, for admins. */
export default function StudioEntryPage() {
  return <EditorPage pages={pages} />;
}
