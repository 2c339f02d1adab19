/**
 * By which factors a session began. A passkey counts as two: the device, and the finger or PIN that unlocked
 * it (docs/decisions/0036-second-factor.md).
 */
export const sessionFactors = [
  "password",
  "password+totp",
  "password+recovery",
  "passkey",
] as const;
export type SessionFactors = (typeof sessionFactors)[number];

/** Returns whether more than a password was proven. */
export const hasSecondFactor = (factors: SessionFactors): boolean => factors !== "password";
