export { EditorPage } from "./editor.tsx";
export type { ReaderPages } from "./preview-dialog.tsx";
