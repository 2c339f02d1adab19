/**
 * Divides an amount in proportion to weights: whole minor units that add up to it. What rounding leaves
 * goes to the largest remainders, the first ones where these are equal.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((amount * weight) / sum));
  const remainders = weights.map((weight, index) => ({
    index,
    remainder: (amount * weight) % sum,
  }));
  const missing = amount - shares.reduce((total, share) => total + share, 0);
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const lucky = new Set(remainders.slice(0, missing).map(({ index }) => index));
  return shares.map((share, index) => share + (lucky.has(index) ? 1 : 0));
}
