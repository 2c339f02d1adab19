import { useEffect, useRef, useState } from "react";
import type { Entry } from "../../../../src-shared/api/library.ts";
import type { EntrySetting } from "../kinds.ts";
import { lateParts } from "../late-parts-chunk.ts";

type Parts = Awaited<ReturnType<typeof lateParts.load>>;

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
  const [parts, setParts] = useState<Parts | null>(null);
  useEffect(() => {
    const near = new IntersectionObserver(
      ([at]) => {
        if (!at?.isIntersecting) return;
        near.disconnect();
        void lateParts.load().then(setParts, () => {});
      },
      { rootMargin: `${ahead}px` },
    );
    const stopWaiting = onFirstMove(() => place.current && near.observe(place.current));
    return () => {
      stopWaiting();
      near.disconnect();
    };
  }, []);
  return <div ref={place}>{parts && <parts.EntryEnd {...props} />}</div>;
}
