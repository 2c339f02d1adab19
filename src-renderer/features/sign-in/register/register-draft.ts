import { createDraft } from "../../../session/draft.ts";

type Draft = { name: string; email: string };
export const nobody: Draft = { name: "", email: "" };

/** Name and address of a registration that was left to read the terms: never a password. */
export const registerDraft = createDraft(nobody, ({ name, email }) => ({ name, email }));
