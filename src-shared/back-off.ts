/** Pauses before something is tried again: the first one, doubled (or times `factor`) after each failure, and the longest. */
export type BackOff = { firstMs: number; maxMs: number; factor?: number };

/** Returns the ms to wait after a number of failures: 0 for the first one. */
export const backOffMs = ({ firstMs, maxMs, factor = 2 }: BackOff, failures: number): number =>
  Math.min(firstMs * factor ** failures, maxMs);

/** Returns a pause that is up to a half shorter, so that many clients do not ask at once. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);
