import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { buildRendererIfStale } from "../../src-api/cli/build/build-renderer.ts";
import { buildShell } from "../../src-api/cli/build/build-shell.ts";
import { builtRenderer } from "../../src-api/server.ts";
import common from "../../locales/en/common.json" with { type: "json" };
import { chooseElectron } from "../fixtures/electron-runtime.ts";
import { startPortalServer } from "../fixtures/portal-server.ts";
import { median, quantile } from "./bench-statistics.ts";
import { measureStart, type StartedApp } from "./bench-start.ts";

/** ms of the two starts that are compared: the app's, and that of an empty window. */
type Pair = { app: number; empty: number };

const emptyWindow: StartedApp = {
  path: fileURLToPath(new URL("empty-window", import.meta.url)),
  environment: {},
  usable: (page) => page.waitForURL("app://portal/", { waitUntil: "load" }),
};

const desktopApp = (apiOrigin: string): StartedApp => ({
  path: fileURLToPath(new URL("../..", import.meta.url)),
  environment: { PORTAL_API_ORIGIN: apiOrigin },
  usable: async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    const link = page.getByRole("banner").getByRole("link", { name: common.menu.about });
    await link.click({ trial: true }); // waits until a click would reach it
  },
});

/** Both once on data folders that they have to themselves, then again on what the first start left there. */
async function measurePair(app: StartedApp, appFirst: boolean): Promise<[Pair, Pair]> {
  const folders = await mkdtemp(join(tmpdir(), "bench-desktop-"));
  const startBoth = async (): Promise<Pair> => {
    const startApp = () => measureStart(app, join(folders, "app"));
    const startEmpty = () => measureStart(emptyWindow, join(folders, "empty"));
    if (appFirst) return { app: await startApp(), empty: await startEmpty() };
    return { empty: await startEmpty(), app: await startApp() };
  };
  try {
    return [await startBoth(), await startBoth()];
  } finally {
    await rm(folders, { recursive: true, force: true, maxRetries: 5 });
  }
}

const table = (cells: string[][]) =>
  cells.map((row) => row.map((cell, i) => (i ? cell.padStart(14) : cell.padEnd(12))).join(""));

function report(series: Record<string, Pair[]>): string {
  const rows = Object.entries(series).map(([name, pairs]) => {
    const ratios = pairs.map(({ app, empty }) => app / empty);
    const range = (from: number, to: number) =>
      [from, to].map((share) => quantile(ratios, share).toFixed(2)).join(" – ");
    return [
      name,
      `${median(pairs.map(({ app }) => app)).toFixed(0)} ms`,
      `${median(pairs.map(({ empty }) => empty)).toFixed(0)} ms`,
      median(ratios).toFixed(2),
      range(0.25, 0.75),
      range(0, 1),
    ];
  });
  const head = ["data folder", "app", "empty window", "ratio", "quartiles", "least – most"];
  return table([head, ...rows]).join("\n");
}

async function measure(count: number, apiOrigin: string): Promise<Record<string, Pair[]>> {
  const app = desktopApp(apiOrigin);
  await measurePair(app, true); // uncounted: it brings the files into memory
  const series = { fresh: [] as Pair[], warm: [] as Pair[] };
  for (let i = 0; i < count; i++) {
    const [fresh, warm] = await measurePair(app, i % 2 === 0);
    series.fresh.push(fresh);
    series.warm.push(warm);
    console.log(`pair ${i + 1} of ${count}`);
  }
  return series;
}

/**
 * Prints how long the desktop app takes from its start to its first usable screen (the start page's heading is
 * there, a menu's link would take a click), beside an empty window on the same runtime. The two
 * take turns; the ratios are those of a pair, their median and spread are printed.
 *
 * @param options `--pairs 8`: how many pairs
 */
export async function benchDesktop(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { pairs: { type: "string" } } });
  const count = z.parse(z.coerce.number().check(z.int(), z.positive()), values.pairs ?? 8);
  const runtime = chooseElectron();
  await buildRendererIfStale(builtRenderer, () => console.log("Building the interface…"));
  await buildShell();
  const server = await startPortalServer();
  try {
    const series = await measure(count, server.api.origin);
    console.log("\nStart of the desktop app to its first usable screen, and of an empty window");
    console.log(
      `Medians of ${count} pairs, on ${runtime.name}, ${availableParallelism()} processors\n`,
    );
    console.log(report(series));
  } finally {
    await server.close();
  }
}
