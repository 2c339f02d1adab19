/** Returns the quantile of a sample for a share from 0 to 1, interpolated between two values. */
export function quantile(sample: readonly number[], share: number): number {
  const ordered = sample.toSorted((a, b) => a - b);
  const place = (ordered.length - 1) * share;
  const below = ordered[Math.floor(place)];
  const above = ordered[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("The sample is empty.");
  return below + (above - below) * (place % 1);
}

export const median = (sample: readonly number[]) => quantile(sample, 0.5);

/**
 * Returns how often a random value of `a` is greater than a random one of `b`, ties counting half
 * (the area under the ROC curve, from the rank sum of Mann and Whitney), and the standard error of
 * that share for samples from the same source.
 */
export function rankSum(a: readonly number[], b: readonly number[]) {
  const all = [
    ...a.map((value) => ({ value, ofA: 1 })),
    ...b.map((value) => ({ value, ofA: 0 })),
  ].toSorted((x, y) => x.value - y.value);
  let sum = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2; // equal values share the middle rank
    sum += rank * all.slice(from, to).reduce((count, { ofA }) => count + ofA, 0);
    from = to;
  }
  const pairs = a.length * b.length;
  return {
    auc: (sum - (a.length * (a.length + 1)) / 2) / pairs,
    standardError: Math.sqrt((a.length + b.length + 1) / (12 * pairs)),
  };
}

/** Returns the ms that something takes. */
export async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}
