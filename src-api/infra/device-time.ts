/** Returns when a change was made by the server's clock, as `sentAt` tells the device's error. Never later than now. */
export function timeOfChange({ at, sentAt }: { at: string; sentAt: string }, now: Date): Date {
  const age = Math.max(0, Date.parse(sentAt) - Date.parse(at));
  return new Date(Math.max(0, now.getTime() - age));
}
