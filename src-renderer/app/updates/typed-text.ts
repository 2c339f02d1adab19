import { hasDraft } from "#renderer/session/draft.ts";

/** Fields whose value is text that somebody typed; a search is quickly typed again. */
const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=search], [type=hidden], [readonly])";

/** Returns whether a reload would lose text: in a field of this page, or in a form that was left. */
export const hasTypedText = (): boolean =>
  hasDraft() ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    ({ value }) => value !== "",
  );
