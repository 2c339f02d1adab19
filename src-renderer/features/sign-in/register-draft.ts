import { onSignOut } from "../../session/session-store.ts";

type Draft = { name: string; email: string };
export const nobody: Draft = { name: "", email: "" };
let draft = nobody;

/**
 * Name and address of a registration that was left to read the terms: in memory, never a password.
 */
export const registerDraft = {
  read: () => draft,
  keep: ({ name, email }: Draft) => void (draft = { name, email }),
  forget: () => void (draft = nobody),
};

onSignOut(registerDraft.forget);
