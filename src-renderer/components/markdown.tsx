import { Suspense } from "react";
import { lazyChunk } from "./load-chunk.ts";
import { LoadingLines } from "./states.tsx";

const MarkdownText = lazyChunk(() => import("./markdown-text.tsx"));

/** Markdown as a text to read: CommonMark and GFM, no raw HTML. Its renderer is a chunk of its own. */
export function Markdown({ children }: { children: string }) {
  return (
    <Suspense fallback={<LoadingLines lines={12} />}>
      <MarkdownText>{children}</MarkdownText>
    </Suspense>
  );
}
