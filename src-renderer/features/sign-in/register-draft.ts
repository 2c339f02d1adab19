import { onSignOut } from "../../session/session-store.ts";

type Draft = { name: string; email: string };
const empty: Draft = { name: "", email: "" };
let draft = empty;

/**
 * Name and address of a registration that was left to read the terms: in memory, never a password.
 */
export const registerDraft = {
  read: () => draft,
  keep: ({ name, email }: Draft) => void (draft = { name, email }),
  forget: () => void (draft = empty),
};

onSignOut(registerDraft.forget);
