import { registerStorage } from "./storages.ts";

let path: string | null = null;

/**
 * Path that the sign-in under way leads to: the payment after registering. It comes before the
 * remembered place, which is kept for after it. In memory, used once.
 */
export const nextStep = {
  read: () => path,
  set: (next: string) => void (path = next),
  forget: () => void (path = null),
};

registerStorage("nextStep", nextStep.forget);
