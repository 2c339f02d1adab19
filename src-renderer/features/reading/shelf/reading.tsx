import { useEffect, useState, type RefObject } from "react";
import type { Entry } from "#shared/api/library.ts";
import { ReadingFollower } from "./follow/reading-follower.tsx";
import { useShelfEntry } from "./use-shelf-entry.ts";

type ReadingProps = { entry: Entry; text: RefObject<HTMLElement | null> };

/** Returns whether the page was scrolled since it is shown. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const scrolled = () => setScrolled(true);
    window.addEventListener("scroll", scrolled, { once: true, passive: true });
    return () => window.removeEventListener("scroll", scrolled);
  }, []);
  return hasScrolled;
}

/** Follows a reader of a text: from the first scrolling on, or at once to offer the place of last time. */
export function Reading({ entry, text }: ReadingProps) {
  const { data } = useShelfEntry(entry);
  // The place of last time: that in `data` changes while the reader goes on.
  const [place, setPlace] = useState(data?.place);
  // After a press on Save alone, `data` has no place yet.
  if (place === undefined && data?.place !== undefined) setPlace(data.place);
  const hasScrolled = useHasScrolled();
  const isNeeded = place !== undefined && (hasScrolled || place !== null);
  return isNeeded && <ReadingFollower entry={entry} text={text} place={place} />;
}
