import { useEffect } from "react";
import { onSessionEnded } from "./session-end.ts";
import { registerStorage } from "./storages.ts";

/** Tells of each draft whether something is in it. */
const drafts: (() => boolean)[] = [];

/** Fields whose value is text that somebody typed; a search is quickly typed again. */
const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=search], [type=hidden], [readonly])";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What fields began with: their values before anybody could type in them. */
const begun = new WeakMap<Element, string>();

/** Remembers what each field begins with: forms that were filled in before hold nothing typed. Call once, at the start. */
export function watchTyping(): void {
  const remember = (field: Element | null, value: (field: TextField) => string) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (!begun.has(field)) begun.set(field, value(field));
  };
  // A page that is rendered on the server may be typed into before this runs.
  remember(document.activeElement, ({ defaultValue }) => defaultValue);
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) remember(target, ({ value }) => value);
  };
  document.addEventListener("focusin", onFocus, { capture: true });
}

/** Reads what the text fields of a form hold. Call the result once that is saved: a reload loses only what differs from it. */
export function readFields(form: Element | null): () => void {
  const fields = [...(form?.querySelectorAll<TextField>(textFields) ?? [])];
  const values = fields.map((field) => [field, field.value] as const);
  return () => {
    for (const [field, value] of values) begun.set(field, value);
  };
}

/** Returns whether a reload would lose text: in a field of this page, or in a form that was left before it was sent. */
export const hasTypedText = (): boolean =>
  drafts.some((isKept) => isKept()) ||
  [...document.querySelectorAll<TextField>(textFields)].some(
    (field) => field.value !== "" && begun.has(field) && field.value !== begun.get(field),
  );

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
