import { parseArgs } from "node:util";
import * as z from "zod/mini";

/** Returns the quantile of a sample for a share from 0 to 1, interpolated between two values. */
function quantile(sample: readonly number[], share: number): number {
  const ordered = sample.toSorted((a, b) => a - b);
  const place = (ordered.length - 1) * share;
  const below = ordered[Math.floor(place)];
  const above = ordered[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("The sample is empty.");
  return below + (above - below) * (place % 1);
}

/** Returns the ms that something takes. */
export async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

/** Values of the product, and of what it is compared with if there is something. */
export type Sample = { ours: number[]; bare?: number[] };

/** Measures both alternately, after a first time that does not count. Both return a value, such as ms. */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Required<Sample>> {
  const sample: Required<Sample> = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    const pair = [await ours(), await bare()] as const;
    if (round === 0) continue;
    sample.ours.push(pair[0]);
    sample.bare.push(pair[1]);
  }
  return sample;
}

const columns = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(11))).join("");

/** Prints the head of the lines that `report` prints. */
export const printHead = (title: string, compared = "") =>
  console.log(`\n${title}\n${columns(["", "portal", compared, compared && "ratio", "target"])}`);

/** `share`: the quantile that is reported, the median unless given. */
type Target = { atMost?: number; atLeast?: number; share?: number };

/**
 * Prints a line with a value, and with its ratio to what it is compared with. The target applies to the ratio if there
 * is one; the exit code tells that it was missed.
 */
export function report(
  name: string,
  { ours, bare }: Sample,
  { atMost, atLeast, share = 0.5 }: Target = {},
): void {
  const value = quantile(ours, share);
  const compared = bare && quantile(bare, share);
  const ratio = compared === undefined ? undefined : value / compared;
  const judged = ratio ?? value;
  const isMissed =
    (atMost !== undefined && !(judged <= atMost)) ||
    (atLeast !== undefined && !(judged >= atLeast));
  if (isMissed) process.exitCode = 1;
  const limits = [
    ...(atMost === undefined ? [] : [`≤ ${atMost}`]),
    ...(atLeast === undefined ? [] : [`≥ ${atLeast}`]),
  ];
  const figures = [value.toFixed(1), compared?.toFixed(1) ?? "", ratio?.toFixed(2) ?? ""];
  const missed = isMissed ? "  MISSED" : "";
  console.log(columns([name, ...figures, limits.join(" ")]) + missed);
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
