import { useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import type { Entry } from "#shared/api/library.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import type { EntrySetting } from "../kinds.ts";

const EntryEnd = lazyChunk(async () => ({ default: (await import("./entry-end.tsx")).EntryEnd }));

/** px below the window from which on the end is loaded, so that it is there before it is seen. */
const ahead = 1200;

/** What a reader does first; until then the text may still be loading, and its end near. */
const firstMoves = ["scroll", "pointermove", "keydown", "touchstart"];

/** Calls `begin` once the visitor does something, and returns the function that stops waiting. */
function onFirstMove(begin: () => void): () => void {
  const first = new AbortController();
  const act = () => {
    first.abort();
    begin();
  };
  for (const move of firstMoves) {
    window.addEventListener(move, act, { passive: true, signal: first.signal });
  }
  return () => first.abort();
}

/** The end of an entry, loaded once the reader comes near it. The text can be read without it. */
export function LateEntryEnd(props: { entry: Entry; setting: EntrySetting }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const near = new IntersectionObserver(
      ([at]) => {
        if (!at?.isIntersecting) return;
        near.disconnect();
        setNear(true);
      },
      { rootMargin: `${ahead}px` },
    );
    const stopWaiting = onFirstMove(() => place.current && near.observe(place.current));
    return () => {
      stopWaiting();
      near.disconnect();
    };
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        <ErrorBoundary fallback={null}>
          <EntryEnd {...props} />
        </ErrorBoundary>
      )}
    </div>
  );
}
