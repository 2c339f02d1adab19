import { useEffect, useRef } from "react";
import type { Entry } from "../../../../../src-shared/api/library.ts";
import { shelfCode } from "../../shelf/shelf-parts.ts";
import { placeOfStep } from "./step-place.ts";
import type { Step } from "./steps.ts";

type Key = Pick<Entry, "kind" | "slug">;

/** Keeps a step as the place in the recipe, or none. Without a connection it waits for one. */
async function keep({ kind, slug }: Key, steps: readonly Step[], at: number | null) {
  const place = at === null ? null : placeOfStep(steps, at);
  const time = new Date().toISOString();
  // Nothing is kept if the code does not load: one can cook all the same.
  const code = await shelfCode.load().catch(() => null);
  const change = { type: "place", kind, slug, at: time, isKept: place !== null } as const;
  code?.changeItem({ ...change, ...(place && { place }) });
  return code;
}

/** Keeps the step that is shown as the place in the recipe: any device continues there. */
export function useCookPlace(entry: Entry, steps: readonly Step[], at: number): void {
  const latest = useRef({ entry, steps });
  useEffect(() => void (latest.current = { entry, steps }));
  useEffect(() => {
    if (at > 0) void keep(latest.current.entry, latest.current.steps, at);
  }, [at]);
  // The last change is not kept waiting.
  useEffect(
    () => () =>
      void shelfCode.load().then(
        ({ sendChanges }) => sendChanges(),
        () => {},
      ),
    [],
  );
}

/** Forgets the place: the recipe is cooked. */
export const forgetCookPlace = (entry: Entry): void => void keep(entry, [], null);
