/** What few visits need of the library's pages: one chunk, since small ones of their own would make pages heavier. */
export { EntryEnd } from "./entry/entry-end.tsx";
export { DogNote } from "./list/dog-note.tsx";
