import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router-dom";

/** The id that `#section` names; what cannot be decoded names none. */
function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/**
 * For the element with that id: brings it into view when the address names it, also where it comes
 * later than the page, as what is loaded does.
 */
export function useHashTarget<E extends HTMLElement>(id: string): RefObject<E | null> {
  const target = useRef<E>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (sectionOf(hash) === id) target.current?.scrollIntoView();
  }, [hash, id]);
  return target;
}
