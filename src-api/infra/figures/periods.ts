/** Returns the month of a time, in UTC as in the books: `2026-03`. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** Returns the beginning of the month of a time, in UTC. */
export const startOfMonth = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));

/** Returns the day of a time, in UTC: `2026-03-01`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
