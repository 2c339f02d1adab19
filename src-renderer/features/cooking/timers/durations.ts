const inParts = (seconds: number) => ({
  h: Math.floor(seconds / 3600),
  min: Math.floor((seconds % 3600) / 60),
  s: seconds % 60,
});

/** Returns a length of time: "25 min", "1 h 30 min". The symbols are the same in all languages. */
export const durationText = (seconds: number): string =>
  Object.entries(inParts(seconds))
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(" ");

/** Returns a remaining time: "4:05", "1:02:05". */
export function clockText(seconds: number): string {
  const { h, min, s } = inParts(seconds);
  const two = (count: number) => String(count).padStart(2, "0");
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}
