import { lazyChunk } from "./load-chunk.ts";
import { LoadingLines } from "./states.tsx";

/** Markdown as a text to read: CommonMark and GFM, no raw HTML. Its renderer is a chunk of its own. */
export const Markdown = lazyChunk(
  () => import("./markdown-text.tsx"),
  () => <LoadingLines lines={12} />,
);
