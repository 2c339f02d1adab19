import { createDraft } from "../../session/draft.ts";

type Draft = { name: string; email: string; subject: string; message: string };

/**
 * A message that was left before it was sent: by following a link, or as the layout changed because
 * a login of another window came in between. Nothing is kept of one that is not begun.
 */
export const contactDraft = createDraft<Draft | null>(null, (written) =>
  written.subject || written.message ? { ...written } : null,
);
