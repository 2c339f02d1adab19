import { EditorPage, type ShowEntry } from "#renderer/features/studio/index.ts";
import { EntryContent } from "../entry/entry-content.tsx";

const ShownEntry: ShowEntry = ({ entry, reload }) => (
  <EntryContent entry={entry} reload={reload} setting="draft" />
);

/** /studio/{kind}/{slug}, for admins. */
export default function StudioEntryPage() {
  return <EditorPage ShowEntry={ShownEntry} />;
}
