import { onSignOut } from "../../session/session-store.ts";

type Draft = { name: string; email: string; subject: string; message: string };
let draft: Draft | null = null;

/**
 * A message that was left before it was sent: by following a link, or as the layout changed because
 * a login of another window came in between. In memory.
 */
export const contactDraft = {
  read: () => draft,
  /** Nothing is kept of a message that is not begun. */
  keep: (written: Draft) => {
    draft = written.subject || written.message ? { ...written } : null;
  },
  forget: () => void (draft = null),
};

onSignOut(contactDraft.forget);
