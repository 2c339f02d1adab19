import { createDraft } from "../../../session/draft.ts";

/** The address that login is to be tried with, where another page knows it. */
export const loginDraft = createDraft("", (email) => email);
