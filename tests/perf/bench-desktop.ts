import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import type { Page } from "@playwright/test";
import { buildRendererIfStale } from "../../src-api/cli/build/build-renderer.ts";
import { buildShell } from "../../src-api/cli/build/build-shell.ts";
import { builtRenderer } from "../../src-api/server.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { chooseElectron } from "../fixtures/electron-runtime.ts";
import { startPortalServer, type PortalServer } from "../fixtures/portal-server.ts";
import { median, quantile } from "./bench-statistics.ts";
import { measureStart, prepareFolder, type StartedApp } from "./bench-start.ts";

/** Longest allowed start, as a multiple of the start of an empty window. */
const target = 1.6;

/** The two compared start times in ms: of the app, and of an empty window. */
type Pair = { app: number; empty: number };

const emptyWindow: StartedApp = {
  path: fileURLToPath(new URL("empty-window", import.meta.url)),
  environment: {},
  usable: (page) => page.waitForURL("app://portal/", { waitUntil: "load" }),
};

/**
 * Waits until a page's heading is painted and a click on a link of its menu would arrive there. The page
 * checks this in every frame: Playwright's locators look again only after up to 500 ms.
 */
async function untilUsable(page: Page, menu: string): Promise<void> {
  const isUsable = (inMenu: string) => {
    const heading = document.querySelector("h1");
    const link = document.querySelector(`${inMenu} a[href]`);
    if (!heading?.checkVisibility() || !link?.checkVisibility()) return false;
    const { x, y, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await page.waitForFunction(isUsable, menu);
}

/** The app as a visitor starts it, or with the token of somebody who logged in earlier. */
const desktopApp = (apiOrigin: string, token: string | null): StartedApp => ({
  path: fileURLToPath(new URL("../..", import.meta.url)),
  environment: { PORTAL_API_ORIGIN: apiOrigin },
  files: token === null ? {} : { "config.json": JSON.stringify({ token: { plain: token } }) },
  usable: (page) => untilUsable(page, token === null ? "header" : "nav"),
});

/** Measures both with new data folders, then again with the data of the first start. */
async function measurePair(app: StartedApp, appFirst: boolean): Promise<[Pair, Pair]> {
  const folders = await mkdtemp(join(tmpdir(), "bench-desktop-"));
  const startBoth = async (): Promise<Pair> => {
    const startApp = () => measureStart(app, join(folders, "app"));
    const startEmpty = () => measureStart(emptyWindow, join(folders, "empty"));
    if (appFirst) return { app: await startApp(), empty: await startEmpty() };
    return { empty: await startEmpty(), app: await startApp() };
  };
  try {
    await prepareFolder(app, join(folders, "app"));
    return [await startBoth(), await startBoth()];
  } finally {
    await rm(folders, { recursive: true, force: true, maxRetries: 5 });
  }
}

const ratiosOf = (pairs: Pair[]) => pairs.map(({ app, empty }) => app / empty);

const table = (cells: string[][]) =>
  cells.map((row) => row.map((cell, i) => (i ? cell.padStart(16) : cell.padEnd(16))).join(""));

/** Returns median and 95th percentile of a sample in ms. */
const times = (sample: number[]) =>
  [median(sample), quantile(sample, 0.95)].map((ms) => ms.toFixed(0)).join(" / ");

function report(series: Record<string, Pair[]>): string {
  const rows = Object.entries(series).map(([name, pairs]) => {
    const ratios = ratiosOf(pairs);
    return [
      name,
      times(pairs.map(({ app }) => app)),
      times(pairs.map(({ empty }) => empty)),
      [median(ratios), quantile(ratios, 0.95)].map((ratio) => ratio.toFixed(2)).join(" / "),
      [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2)).join(" – "),
    ];
  });
  const head = ["median / p95", "app, ms", "empty, ms", "ratio", "quartiles"];
  return table([head, ...rows]).join("\n");
}

async function measure(count: number, { api }: PortalServer): Promise<Record<string, Pair[]>> {
  const { token } = await createTestUser(api.portal, "member");
  const visitor = desktopApp(api.origin, null);
  const member = desktopApp(api.origin, token);
  await measurePair(visitor, true); // not counted: fills the file cache
  await measurePair(member, true);
  const [fresh, warm, signedIn]: [Pair[], Pair[], Pair[]] = [[], [], []];
  for (let i = 0; i < count; i++) {
    const [first, second] = await measurePair(visitor, i % 2 === 0);
    fresh.push(first);
    warm.push(second);
    const [, withToken] = await measurePair(member, i % 2 === 0);
    signedIn.push(withToken);
    console.log(`pair ${i + 1} of ${count}`);
  }
  return { fresh, warm, "warm, logged in": signedIn };
}

/**
 * Prints how long the desktop app takes to its first usable screen (the start page's heading is shown, a
 * menu link can be clicked), compared with an empty window on the same runtime: with a new data folder,
 * with that of an earlier start, and with the token of a member. App and empty window alternate. Sets the
 * exit code 1 if the median of a ratio is above the target.
 *
 * @param options `--pairs 8`: number of pairs
 */
export async function benchDesktop(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { pairs: { type: "string" } } });
  const count = z.parse(z.coerce.number().check(z.int(), z.positive()), values.pairs ?? 8);
  const runtime = chooseElectron();
  await buildRendererIfStale(builtRenderer, () => console.log("Building the interface…"));
  await buildShell();
  const server = await startPortalServer();
  try {
    const series = await measure(count, server);
    console.log("\nStart of the desktop app to its first usable screen, and of an empty window");
    console.log(`${count} pairs on ${runtime.name}, ${availableParallelism()} processors\n`);
    console.log(report(series));
    const slow = Object.values(series).some((pairs) => median(ratiosOf(pairs)) > target);
    console.log(`\nTarget: a ratio of at most ${target}. ${slow ? "Missed." : "Reached."}`);
    if (slow) process.exitCode = 1;
  } finally {
    await server.close();
  }
}
