export { EditorPage } from "./editor-page.tsx";
export type { ShowEntry } from "./preview-dialog.tsx";
