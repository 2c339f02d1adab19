/**
 * OWASP's recommendation for argon2id; memory in KiB. Stored with each hash, so it can be raised later. Only
 * tests change it.
 */
export const passwordCost: Readonly<{ memory: number; passes: number; parallelism: number }> = {
  memory: 19_456,
  passes: 2,
  parallelism: 1,
};
