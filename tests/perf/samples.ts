import { parseArgs } from "node:util";
import * as z from "zod/mini";

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

/** Returns the ms that something takes. */
export async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

/** Values of the product and of what it is compared with, measured alternately. */
export type Compared = { ours: number[]; bare: number[] };

/** Measures both alternately, after a first time that does not count. Both return a value, such as ms. */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Compared> {
  const compared: Compared = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    const pair = [await ours(), await bare()] as const;
    if (round === 0) continue;
    compared.ours.push(pair[0]);
    compared.bare.push(pair[1]);
  }
  return compared;
}

const columns = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(11))).join("");

/** Prints the head of the lines that `report` prints. */
export const printHead = (title: string, compared: string, share = 0.5) =>
  console.log(
    `\n${title}\n${columns([share === 0.5 ? "median" : `p${share * 100}`, "portal", compared, "ratio", "target"])}`,
  );

/**
 * Prints a line with both values and their ratio, and sets the exit code where it misses its target. Compares the
 * quantiles for `share`.
 */
export function report(
  name: string,
  { ours, bare }: Compared,
  { atMost, atLeast, share = 0.5 }: { atMost?: number; atLeast?: number; share?: number },
): void {
  const [portal, compared] = [quantile(ours, share), quantile(bare, share)];
  const ratio = portal / compared;
  const isMissed =
    (atMost !== undefined && !(ratio <= atMost)) || (atLeast !== undefined && !(ratio >= atLeast));
  const target =
    atMost === undefined ? (atLeast === undefined ? "" : `≥ ${atLeast}`) : `≤ ${atMost}`;
  const cells = [portal.toFixed(1), compared.toFixed(1), ratio.toFixed(2), target];
  console.log(columns([name, ...cells]) + (isMissed ? "  MISSED" : ""));
  if (isMissed) process.exitCode = 1;
}

/** Prints a line with one value, and sets the exit code where it is above its target. */
export function reportValue(name: string, value: number, atMost: number): void {
  const isMissed = !(value <= atMost);
  console.log(
    columns([name, value.toFixed(value < 1 ? 3 : 1), "", "", `≤ ${atMost}`]) +
      (isMissed ? "  MISSED" : ""),
  );
  if (isMissed) process.exitCode = 1;
}

/** Parses options such as `--rounds 5`, which are numbers above 0, each with its default. */
export function numbers<Names extends string>(
  args: string[],
  defaults: Record<Names, number>,
): Record<Names, number> {
  const names = Object.keys(defaults);
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const positive = z.coerce.number().check(z.int(), z.gte(1));
  const given = z.record(z.string(), positive).parse({ ...parseArgs({ args, options }).values });
  return { ...defaults, ...given };
}
