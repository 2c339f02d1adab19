/** Fields whose value is text that somebody typed; a search is quickly typed again. */
const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=search], [type=hidden], [readonly])";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What fields began with: their values before anybody could type in them. */
const begun = new WeakMap<Element, string>();

/** Remembers the initial value of each field: a form filled in by the app contains nothing typed. Call once, at the start. */
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

/** Reads the text fields of a form. Call the result once they are saved: a reload loses only what differs from it. */
export function readFields(form: Element | null): () => void {
  const fields = [...(form?.querySelectorAll<TextField>(textFields) ?? [])];
  const values = fields.map((field) => [field, field.value] as const);
  return () => {
    for (const [field, value] of values) begun.set(field, value);
  };
}

/** Returns whether a field of this page contains text that was typed and not saved. */
export const hasTypedFields = (): boolean =>
  [...document.querySelectorAll<TextField>(textFields)].some(
    (field) => field.value !== "" && begun.has(field) && field.value !== begun.get(field),
  );
