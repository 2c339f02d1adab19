import { onSignOut } from "./session-store.ts";

/**
 * What was written into a form that was left before it was sent: in memory, until logout. `empty`
 * stands where nothing is kept, `kept` says what is kept of what was written.
 */
export function createDraft<Draft>(empty: Draft, kept: (written: NonNullable<Draft>) => Draft) {
  let draft = empty;
  onSignOut(() => (draft = empty));
  return {
    read: () => draft,
    keep: (written: NonNullable<Draft>) => void (draft = kept(written)),
  };
}
