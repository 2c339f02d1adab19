/**
 * Returns when a change was made, by the clock of the server: the device's clock may be wrong, and `sentAt` tells by how
 * much. Both are ISO times of the device. Never later than now.
 */
export function timeOfChange({ at, sentAt }: { at: string; sentAt: string }, now: Date): Date {
  const age = Math.max(0, Date.parse(sentAt) - Date.parse(at));
  return new Date(Math.max(0, now.getTime() - age));
}
