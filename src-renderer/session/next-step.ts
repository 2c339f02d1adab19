import { onSignOut } from "./session-store.ts";

let path: string | null = null;

/**
 * Where the sign-in under way leads before any remembered place, which outlives it: the payment
 * after registering. In memory, used once.
 */
export const nextStep = {
  read: () => path,
  set: (next: string) => void (path = next),
  forget: () => void (path = null),
};

onSignOut(nextStep.forget);
