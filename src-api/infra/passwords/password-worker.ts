import { argon2Sync, type Argon2Parameters } from "node:crypto";
import { constants, setPriority } from "node:os";

// Lowers the priority, so that requests get the processor first. Only Linux has priorities per
// thread; elsewhere this would slow down the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Derives an argon2id hash. Runs in a thread of the pool in `passwords.ts`. */
export default function derive(parameters: Argon2Parameters): Uint8Array {
  return argon2Sync("argon2id", parameters);
}
