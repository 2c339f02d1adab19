export { EditorPage } from "./editor-page.tsx";
export type { ReaderPages } from "./preview-dialog.tsx";
