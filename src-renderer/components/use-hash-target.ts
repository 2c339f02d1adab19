import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router-dom";

/** Returns the id in a hash such as `#section`; empty if it cannot be decoded. */
function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** Returns a ref for the element with an id, which is scrolled into view whenever a link to it is followed. */
export function useHashTarget<E extends HTMLElement>(id: string): RefObject<E | null> {
  const target = useRef<E>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (sectionOf(hash) === id) target.current?.scrollIntoView();
  }, [hash, key, id]);
  return target;
}
