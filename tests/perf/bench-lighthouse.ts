import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig, type Config } from "lighthouse";
import { routes } from "../../src-shared/routes.ts";
import { browserPath } from "../browser-path.ts";
import { startProcess } from "./start-process.ts";

/** Lowest scores, of 100, by Lighthouse's category. */
const targets = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };

const categories = Object.keys(targets) as (keyof typeof targets)[]; // Object.keys loses the key type

const pages = ["home", "articles", "memberships", "about"] as const;

type Run = { name: string; path: string; config?: Config };

const runs: Run[] = [
  ...pages.map((id) => ({ name: id, path: routes[id].path })),
  { name: "home, desktop", path: routes.home.path, config: desktopConfig },
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Result = { scores: Record<string, number>; failed: string[] };

/** Runs Lighthouse in the browser at a port. Returns its scores, and the audits that cost points. */
async function inspect(address: string, port: number, config?: Config): Promise<Result> {
  const flags = { port, throttlingMethod: "devtools" as const, onlyCategories: categories };
  const report = await lighthouse(address, flags, config);
  if (!report || report.lhr.runtimeError) {
    throw new Error(`Lighthouse failed: ${report?.lhr.runtimeError?.message ?? "no report"}`);
  }
  const { lhr } = report;
  const scored = Object.entries(lhr.categories);
  const failed = scored.flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(
        ({ id }) => `${category}: ${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue ?? ""}`,
      ),
  );
  const scores = scored.map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)] as const);
  return { scores: Object.fromEntries(scores), failed };
}

const line = (cells: (string | number)[]) =>
  cells.map((cell, i) => (i ? String(cell).padStart(16) : String(cell).padEnd(16))).join("");

/** Prints the scores of all pages. Returns what is below its target, in words. */
async function inspectAll(origin: string, port: number, only: string | undefined) {
  console.log(line(["page", ...categories]));
  const below: string[] = [];
  for (const { name, path, config } of runs.filter((run) => run.name === (only ?? run.name))) {
    const { scores, failed } = await inspect(origin + path, port, config);
    console.log(line([name, ...categories.map((category) => scores[category] ?? 0)]));
    for (const audit of failed) console.log(`    ${audit}`);
    for (const category of categories) {
      const score = scores[category] ?? 0;
      if (score < targets[category]) below.push(`${name}: ${category} ${score}`);
    }
  }
  return below;
}

/**
 * Prints Lighthouse's scores of public pages as a phone sees them (throttled by devtools), and of home on a desktop,
 * with the audits that cost points. Exits with 1 below a target.
 *
 * @param options `--page home`: one page
 */
export async function benchLighthouse(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { page: { type: "string" } } });
  const dataDir = await mkdtemp(join(tmpdir(), "bench-lighthouse-"));
  const portal = await startProcess({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: browserPath() ?? chromium.executablePath(),
    args: [
      `--remote-debugging-port=${port}`,
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  try {
    console.log(`Lighthouse, load ${loadavg()[0]?.toFixed(1) ?? ""} at the start\n`);
    const below = await inspectAll(portal.origin, port, values.page);
    if (below.length > 0) {
      console.error(`\nBelow target:\n${below.map((text) => `  ${text}`).join("\n")}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await portal.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
