import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Piscina } from "piscina";
import { median, quantile } from "./bench-statistics.ts";
import { startProcess } from "./start-process.ts";

const logins = 120;
const bursts = 5;
/** Number of requests of each kind that are measured on the idle server before each burst. */
const idleSamples = 40;
/** ms between two requests of a kind. */
const interval = 40;
/** Maximum ratio of the time of other requests to that on an idle server. */
const allowedRatio = 5;

type Times = { file: number[]; health: number[] };

/** Returns the ms until a request is answered completely. */
async function timeOf(url: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return performance.now() - begin;
}

/** Returns the address of the largest script in the home page. */
async function findStaticFile(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const path = /<script[^>]+src="([^"]+\.js)"/.exec(page)?.[1];
  if (!path) throw new Error("The home page names no script.");
  return new URL(path, origin).href;
}

/**
 * Requests the file and the API at fixed intervals while `goOn` says so, without waiting for
 * earlier answers: a server that stalls delays many requests, not one.
 */
async function sample(urls: Record<keyof Times, string>, goOn: (sent: number) => boolean) {
  const file: Promise<number>[] = [];
  const health: Promise<number>[] = [];
  while (goOn(file.length)) {
    file.push(timeOf(urls.file));
    await pause(interval / 2);
    health.push(timeOf(urls.health));
    await pause(interval / 2);
  }
  return { file: await Promise.all(file), health: await Promise.all(health) };
}

const noTimes = (): Times => ({ file: [], health: [] });

function add(all: Times, { file, health }: Times): void {
  all.file.push(...file);
  all.health.push(...health);
}

/**
 * Measures the idle server and bursts of logins, sent by another thread, alternately, so that other
 * load on the machine affects both alike. Also counts the logins' answers.
 */
async function measure(urls: Record<keyof Times, string>, origin: string) {
  const thread = new Piscina<{ origin: string; count: number }, number[]>({
    filename: new URL("login-burst.ts", import.meta.url).href,
    maxThreads: 1,
  });
  const [idle, busy] = [noTimes(), noTimes()];
  const answers = new Map<number, number>();
  for (let i = 0; i < bursts; i++) {
    add(idle, await sample(urls, (sent) => sent < idleSamples));
    let running = true;
    const burst = thread.run({ origin, count: logins }).finally(() => (running = false));
    add(busy, await sample(urls, () => running));
    for (const status of await burst) answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  await thread.destroy();
  return { idle, busy, answers };
}

/** Prints one line of the table and returns the ratio of the medians. */
function report(name: string, idle: number[], busy: number[]): number {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
  const ratio = median(busy) / median(idle);
  const columns = [median(idle), quantile(idle, 0.95), median(busy), quantile(busy, 0.95)].map(ms);
  console.log(`${name.padEnd(12)}${columns.join("")}${ratio.toFixed(2).padStart(8)}`);
  return ratio;
}

/**
 * Compares how long a static file and GET /api/health take on an idle server and under 120 parallel
 * logins, several times over. Exits with 1 when a median grows more than fivefold.
 */
export async function benchLogins(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-logins-"));
  const environment = { PORT: "0", LOG_LEVEL: "error", SEED_DEMO: "0", DATA_DIR: dataDir };
  const server = await startProcess({ ...environment, DATABASE_URL: "" });
  try {
    const { origin } = server;
    const urls = { file: await findStaticFile(origin), health: `${origin}/api/health` };
    await sample(urls, (sent) => sent < 50); // warms up client and server
    const { idle, busy, answers } = await measure(urls, origin);
    console.log(`${bursts} bursts of ${logins} parallel logins, ${busy.file.length} samples each`);
    console.log("            idle: median      p95  busy: median  p95   ratio of medians");
    const ratios = [
      report("static file", idle.file, busy.file),
      report("GET /health", idle.health, busy.health),
    ];
    console.log(
      `logins answered: ${[...answers].map(([status, n]) => `${n} with ${status}`).join(", ")}`,
    );
    if (Math.max(...ratios) > allowedRatio) {
      console.error(`Slower than ${allowedRatio} times the idle server.`);
      process.exitCode = 1;
    }
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
