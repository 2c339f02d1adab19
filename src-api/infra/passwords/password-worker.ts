import { argon2Sync, type Argon2Parameters } from "node:crypto";
import { constants, setPriority } from "node:os";

// Requests come first: hashing gets the processor time that they leave over. Only Linux gives threads
// a priority of their own; elsewhere this would lower the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Derives an argon2id hash; runs in a thread of the pool in `password-queue.ts`. */
export default function derive(parameters: Argon2Parameters): Uint8Array {
  return argon2Sync("argon2id", parameters);
}
