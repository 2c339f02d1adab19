/** Returns the time of a change by the server's clock: `sentAt` reveals the device's error. Never later than now. */
export function timeOfChange({ at, sentAt }: { at: string; sentAt: string }, now: Date): Date {
  const age = Math.max(0, Date.parse(sentAt) - Date.parse(at));
  return new Date(Math.max(0, now.getTime() - age));
}
