import { createDraft } from "#renderer/session/draft.ts";

/** The address that fills the login form, set by other pages. */
export const loginDraft = createDraft("", (email) => email);

type Draft = { name: string; email: string };
export const nobody: Draft = { name: "", email: "" };

/** Name and address of a registration that was left unfinished; never the password. */
export const registerDraft = createDraft(nobody, ({ name, email }) => ({ name, email }));
