const dayLong = 24 * 60 * 60_000;
/** Hours after midnight (UTC) on a Monday. */
const hour = 7;

/** Returns the first Monday at 07:00 UTC after a time. */
export function nextMonday(now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(hour, 0, 0, 0);
  const days = (8 - due.getUTCDay()) % 7; // 0 on a Monday
  due.setTime(due.getTime() + days * dayLong);
  return due > now ? due : new Date(due.getTime() + 7 * dayLong);
}
