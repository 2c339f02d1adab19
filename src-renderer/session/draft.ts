import { registerStorage } from "./storages.ts";

/**
 * Creates the memory of a form that may be left before it is sent; it is cleared at logout. `empty` is
 * the draft when nothing is kept, `kept` picks what is kept of the written values.
 */
export function createDraft<Draft>(empty: Draft, kept: (written: NonNullable<Draft>) => Draft) {
  let draft = empty;
  registerStorage("drafts", () => (draft = empty));
  return {
    read: () => draft,
    keep: (written: NonNullable<Draft>) => void (draft = kept(written)),
  };
}
