/** By which factors a session began. A passkey counts as two: device, and finger or PIN (decision 0036). */
export const sessionFactors = [
  "password",
  "password+totp",
  "password+recovery",
  "passkey",
] as const;
export type SessionFactors = (typeof sessionFactors)[number];

export const hasSecondFactor = (factors: SessionFactors): boolean => factors !== "password";
