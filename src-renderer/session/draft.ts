import { useEffect } from "react";
import { hasTypedFields } from "#renderer/platform/typed-fields.ts";
import { onSessionEnded } from "./session-end.ts";
import { registerStorage } from "./storages.ts";

/** Tells of each draft whether something is in it. */
const drafts: (() => boolean)[] = [];

/** Returns whether a reload would lose text: in a field of this page, or in a form that was left before it was sent. */
export const hasTypedText = (): boolean => drafts.some((hasText) => hasText()) || hasTypedFields();

/** Creates the in-memory draft of a form, cleared at logout. `kept` selects the values to keep. */
export function createDraft<Draft>(empty: Draft, kept: (written: NonNullable<Draft>) => Draft) {
  let draft = empty;
  registerStorage("drafts", () => (draft = empty));
  drafts.push(() => JSON.stringify(draft) !== JSON.stringify(empty));
  return {
    read: () => draft,
    keep: (written: NonNullable<Draft>) => void (draft = kept(written)),
  };
}

/** Empties a form on screen at logout, which would write its draft otherwise. `empty` must be a constant. */
export function useEmptyAtLogout<Values>(reset: (values: Values) => void, empty: Values): void {
  useEffect(
    () => onSessionEnded(({ reason }) => void (reason === "logged-out" && reset(empty))),
    [reset, empty],
  );
}
