import { useEffect, useRef, useState } from "react";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { lateParts } from "../late-parts-chunk.ts";

type Parts = Awaited<ReturnType<typeof lateParts.load>>;

/** px below the window from which on the end is loaded, so that it is there before it is seen. */
const ahead = 1200;

/** The end of an entry, loaded once the reader comes near it. The text can be read without it. */
export function LateEntryEnd({ entry }: { entry: Entry }) {
  const place = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<Parts | null>(null);
  useEffect(() => {
    const load = () => void lateParts.load().then(setParts, () => {});
    const near = new IntersectionObserver(
      ([at]) => {
        if (!at?.isIntersecting) return;
        near.disconnect();
        load();
      },
      { rootMargin: `${ahead}px` },
    );
    if (place.current) near.observe(place.current);
    return () => near.disconnect();
  }, []);
  return <div ref={place}>{parts && <parts.EntryEnd entry={entry} />}</div>;
}
