import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Place } from "#shared/api/shelf.ts";
import type { Entry } from "#shared/api/library.ts";
import { changeItem, sendPlaces } from "#renderer/features/reading/index.ts";
import { placeOfStep } from "./step-place.ts";
import type { Step } from "./steps.ts";

type Key = Pick<Entry, "kind" | "slug">;

/** Keeps a place in the recipe, or none. Without a connection it waits for one. */
function keep({ kind, slug }: Key, place: Place | null): void {
  const at = new Date().toISOString();
  const change = { type: "place", kind, slug, at, isKept: place !== null } as const;
  changeItem({ ...change, ...(place && { place }) });
}

/**
 * Keeps the step that is shown, and how the recipe is scaled, as the place in it: any device continues there. Returns
 * what forgets the place. Does nothing unless enabled.
 */
export function useCookPlace(
  { kind, slug }: Key,
  steps: readonly Step[],
  at: number,
  { enabled }: { enabled: boolean },
) {
  const { search } = useLocation();
  const latest = useRef({ steps, search });
  useEffect(() => void (latest.current = { steps, search }));
  useEffect(() => {
    const place = placeOfStep(latest.current.steps, at, latest.current.search);
    if (enabled && place) keep({ kind, slug }, place);
  }, [at, enabled, kind, slug]);
  // The last change is not kept waiting.
  useEffect(() => (enabled ? sendPlaces : undefined), [enabled]);
  return {
    forget: () => {
      if (enabled) keep({ kind, slug }, null);
    },
  };
}
