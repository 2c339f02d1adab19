import { lazy, Suspense } from "react";
import { LoadingLines } from "./states.tsx";

const MarkdownText = lazy(() => import("./markdown-text.tsx"));

/** Markdown as a text to read: CommonMark and GFM, no raw HTML. Its renderer is a chunk of its own. */
export function Markdown({ children }: { children: string }) {
  return (
    <Suspense fallback={<LoadingLines lines={12} />}>
      <MarkdownText>{children}</MarkdownText>
    </Suspense>
  );
}
