import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Place } from "../../../../../src-shared/api/shelf.ts";
import type { Entry } from "../../../../../src-shared/api/library.ts";
import { shelfCode } from "../../shelf/shelf-parts.ts";
import { placeOfStep } from "./step-place.ts";
import type { Step } from "./steps.ts";

type Key = Pick<Entry, "kind" | "slug">;

/** Keeps a place in the recipe, or none. Without a connection it waits for one. */
async function keep({ kind, slug }: Key, place: Place | null): Promise<void> {
  const at = new Date().toISOString();
  // Nothing is kept if the code does not load: one can cook all the same.
  const code = await shelfCode.load().catch(() => null);
  const change = { type: "place", kind, slug, at, isKept: place !== null } as const;
  code?.changeItem({ ...change, ...(place && { place }) });
}

/** The last change is not kept waiting. */
const sendNow = () =>
  void shelfCode.load().then(
    ({ sendChanges }) => sendChanges(),
    () => {},
  );

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
    if (enabled && place) void keep({ kind, slug }, place);
  }, [at, enabled, kind, slug]);
  useEffect(() => (enabled ? sendNow : undefined), [enabled]);
  return {
    forget: () => {
      if (enabled) void keep({ kind, slug }, null);
    },
  };
}
