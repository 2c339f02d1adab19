import { lazyChunk } from "./load-chunk.ts";
import { LoadingText } from "./states.tsx";

/** Renders Markdown (CommonMark and GFM, no raw HTML); the renderer is a chunk of its own. */
export const Markdown = lazyChunk(
  () => import("./markdown-text.tsx"),
  () => <LoadingText />,
);
