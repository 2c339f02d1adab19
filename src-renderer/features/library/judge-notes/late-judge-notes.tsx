import { useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { notedKinds, type NotedKind } from "../../../../src-shared/api/judge-notes.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";

const JudgeNotes = lazyChunk(async () => {
  const [notes] = await Promise.all([import("./judge-notes.tsx"), loadNamespaces(["judge-notes"])]);
  return notes;
});

/** How far below the window the notes are when they are loaded. */
const distance = "800px";

/** Hook: whether an element is in the window, or soon will be. */
function useIsNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) setNear(true);
    };
    const observer = new IntersectionObserver(watch, { rootMargin: distance });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}

function NearJudgeNotes(props: { kind: NotedKind; slug: string }) {
  const { place, isNear } = useIsNear();
  if (!isNear) return <div ref={place} />;
  return (
    // The entry can be read without them.
    <ErrorBoundary fallback={null}>
      <JudgeNotes {...props} />
    </ErrorBoundary>
  );
}

/** The judges' notes on an entry, of kinds that have them, loaded once the reader comes near. */
export function LateJudgeNotes({ kind, slug }: { kind: ContentKind; slug: string }) {
  const noted = notedKinds.find((id) => id === kind);
  return noted && <NearJudgeNotes kind={noted} slug={slug} />;
}
