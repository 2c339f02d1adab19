import { createDraft } from "../../session/draft.ts";

type Draft = { name: string; email: string; subject: string; message: string };

/** A message whose form was left before it was sent. One without subject and text is not kept. */
export const contactDraft = createDraft<Draft | null>(null, (written) =>
  written.subject || written.message ? { ...written } : null,
);
