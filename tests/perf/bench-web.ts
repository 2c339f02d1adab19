import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import * as z from "zod/mini";
import { routeIds, routes, type RouteId } from "../../src-shared/routes.ts";
import { median, quantile } from "./bench-statistics.ts";
import { startStaticCopy } from "./bench-web-static-copy.ts";
import { tapMenu, visit, visitStatic, type Tap, type Visit } from "./bench-web-visit.ts";
import { launchBrowser } from "./measured-portal.ts";
import { startProcess } from "./start-process.ts";

/** docs/decisions/0012-public-html.md. In ms; ratio and shifts have no unit. */
const targets = { ratio: 1.15, blocked: 100, shifts: 0.02, untilPaint: 200 };

type Pair = Visit & Tap & { ratio: number; staticPaint: number };

const publicPages = routeIds.filter((id) => "publicHtml" in routes[id]);

/** Measures a page and its static copy, the one right after the other. */
async function measurePair(
  browser: Browser,
  { portal, copy, appFirst }: { portal: string; copy: string; appFirst: boolean },
): Promise<Pair> {
  const early = appFirst ? await visit(browser, portal) : null;
  const staticPaint = await visitStatic(browser, copy);
  const app = early ?? (await visit(browser, portal));
  const tap = await tapMenu(browser, portal);
  return { ...app, ...tap, staticPaint, ratio: app.largestPaint / staticPaint };
}

const columns: [head: string, cell: (pairs: Pair[]) => string][] = [
  ["LCP", (pairs) => median(pairs.map((pair) => pair.largestPaint)).toFixed(0)],
  ["static", (pairs) => median(pairs.map((pair) => pair.staticPaint)).toFixed(0)],
  ["ratio", (pairs) => median(pairs.map((pair) => pair.ratio)).toFixed(2)],
  [
    "quartiles",
    (pairs) =>
      [0.25, 0.75]
        .map((share) =>
          quantile(
            pairs.map((pair) => pair.ratio),
            share,
          ).toFixed(2),
        )
        .join("–"),
  ],
  ["TBT", (pairs) => median(pairs.map((pair) => pair.blocked)).toFixed(0)],
  ["CLS", (pairs) => median(pairs.map((pair) => pair.shifts)).toFixed(3)],
  ["INP", (pairs) => median(pairs.map((pair) => pair.untilPaint)).toFixed(0)],
  ["menu open", (pairs) => median(pairs.map((pair) => pair.untilOpen)).toFixed(0)],
];

const line = (cells: string[]) =>
  cells.map((cell, i) => (i ? cell.padStart(11) : cell.padEnd(14))).join("");

/** Returns what is above its target, in words. */
function aboveTarget(id: RouteId, pairs: Pair[]): string[] {
  const keys = Object.keys(targets) as (keyof typeof targets)[]; // Object.keys loses the key type
  return keys.flatMap((key) => {
    const value = median(pairs.map((pair) => pair[key]));
    return value > targets[key] ? [`${id}: ${key} ${value.toFixed(3)} > ${targets[key]}`] : [];
  });
}

async function measureAll(browser: Browser, portal: string, ids: RouteId[], count: number) {
  const paths = ids.map((id) => routes[id].path);
  const copy = await startStaticCopy(browser, portal, paths);
  const above: string[] = [];
  try {
    console.log(line(["page", ...columns.map(([head]) => head)]));
    for (const id of ids) {
      const { path } = routes[id];
      const pairs: Pair[] = [];
      for (let i = 0; i < count; i++) {
        const addresses = { portal: portal + path, copy: copy.origin + path };
        pairs.push(await measurePair(browser, { ...addresses, appFirst: i % 2 === 0 }));
      }
      console.log(line([id, ...columns.map(([, cell]) => cell(pairs))]));
      above.push(...aboveTarget(id, pairs));
    }
  } finally {
    await copy.close();
  }
  return above;
}

/**
 * Prints how public pages do for a first visitor with a slow phone and network: largest paint, compared
 * with a static copy of the page in alternating pairs; how long the main thread is blocked, the take-over by
 * the app included; layout shifts; and how soon the first tap on the menu shows. Medians in ms. Exits
 * with 1 above a target.
 *
 * @param options `--pairs 8`: number of pairs; `--page home`: one page
 */
export async function benchWeb(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { pairs: { type: "string" }, page: { type: "string" } },
  });
  const count = z.parse(z.coerce.number().check(z.int(), z.positive()), values.pairs ?? 8);
  const ids = publicPages.filter((id) => id === (values.page ?? id));
  const dataDir = await mkdtemp(join(tmpdir(), "bench-web-"));
  const portal = await startProcess({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const browser = await launchBrowser();
  try {
    const load = loadavg()[0]?.toFixed(1) ?? "";
    console.log(
      `Phone: processor slowed 4 times, 150 ms, 1.6 Mbit/s. Medians of ${count} pairs, in ms`,
    );
    console.log(`Machine: ${availableParallelism()} processors, load ${load} at the start\n`);
    const above = await measureAll(browser, portal.origin, ids, count);
    if (above.length > 0) {
      console.error(`\nAbove target:\n${above.map((text) => `  ${text}`).join("\n")}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await portal.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
