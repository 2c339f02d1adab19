import { passwordCost } from "#api/infra/passwords/password-cost.ts";

/** What a password hash costs in an installation. */
const realCost = { ...passwordCost };

/** The minimum of argon2id. */
const minCost = { memory: 8, passes: 1, parallelism: 1 };

/** Makes password hashes cost as much as in an installation, or next to nothing, as most tests need it. */
export const setPasswordCost = (cost: "real" | "least"): void =>
  void Object.assign(passwordCost, cost === "real" ? realCost : minCost);
