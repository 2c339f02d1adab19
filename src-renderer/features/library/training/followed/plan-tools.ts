/** What is needed once somebody starts a protocol or changes something about it, in one chunk. */
export { CalendarSection } from "./calendar-section.tsx";
export { NoteForm } from "./note-form.tsx";
export { StartDialog } from "./start-dialog.tsx";
