/** The value below which a share of the sample lies, 0 to 1; between two values in proportion. */
export function quantile(sample: readonly number[], share: number): number {
  const ordered = sample.toSorted((a, b) => a - b);
  const place = (ordered.length - 1) * share;
  const below = ordered[Math.floor(place)];
  const above = ordered[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("The sample is empty.");
  return below + (above - below) * (place % 1);
}

export const median = (sample: readonly number[]) => quantile(sample, 0.5);
