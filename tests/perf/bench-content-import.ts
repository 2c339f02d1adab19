import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createCanvas } from "@napi-rs/canvas";
import * as z from "zod/mini";
import { createBenchDatabase } from "./bench-database.ts";
import { startProcess } from "./start-process.ts";

const defaultCount = 10_000;
const defaultPhotos = "20";
/** Fewest files a second on PostgreSQL, and most MB of memory over the start. */
const targets = { filesPerSecond: 300, overStartMB: 300 };

const measured = z.object({
  seconds: z.number(),
  /** Peak memory of the process (RSS) before the import, with its database connected. */
  startMB: z.number(),
  overStartMB: z.number(),
  /** Last line of the report. */
  last: z.string(),
});

/** About 450 words, the length of an article, with a link and an image, so that every text is parsed. */
const body = (at: number) =>
  [
    ...Array.from(
      { length: 30 },
      (_, line) => `Paragraph ${line}: walk the course, find the line, and turn before take-off.`,
    ),
    `See [number ${at}](https://example.com/${at}).`,
    `![a photo](photo-${at}.jpg)`,
  ].join("\n\n");

const text = (at: number) =>
  `---\ntitle: "Entry ${at}"\ndate: 2024-05-${String((at % 28) + 1).padStart(2, "0")}\ntags: [tag ${at % 20}]\nsummary: What entry ${at} is about.\nauthor: Ada\n---\n\n${body(at)}\n`;

async function writeSite(folder: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    const part = join(folder, `posts-${from / 100}`);
    await mkdir(part, { recursive: true });
    const numbers = Array.from({ length: Math.min(100, count - from) }, (_, at) => from + at);
    await Promise.all(numbers.map((at) => writeFile(join(part, `entry-${at}.md`), text(at))));
  }
}

async function importInProcess(site: string, environment: Record<string, string>) {
  const script = fileURLToPath(new URL("content-import-process.ts", import.meta.url));
  const env = { ...process.env, ...environment };
  // A command works on a portal that has been started once.
  await (await startProcess({ PORT: "0", ...environment })).close();
  const { stdout } = await promisify(execFile)(process.execPath, [script, site], { env });
  return measured.parse(JSON.parse(stdout));
}

/** How many photos to import: a number, or as many as have this size together ("500MB"). */
type Amount = { count: number; bytes: number };

function parseAmount(option: string): Amount {
  const [, digits, unit] = /^(\d+)(MB)?$/i.exec(option) ?? [];
  if (digits === undefined)
    throw new Error(`"${option}" is neither a number nor a size such as 500MB.`);
  return unit
    ? { count: Infinity, bytes: Number(digits) * 1e6 }
    : { count: Number(digits), bytes: Infinity };
}

/** Writes photos of 12 megapixels, which the import has to decode and to make smaller. Returns how many, and their bytes. */
async function writePhotos(folder: string, wanted: Amount): Promise<Amount> {
  await mkdir(folder, { recursive: true });
  const canvas = createCanvas(4000, 3000);
  const context = canvas.getContext("2d");
  for (let at = 0; at < 3000; at += 1) {
    context.fillStyle = `hsl(${(at * 47) % 360} 60% ${20 + (at % 60)}%)`;
    context.fillRect((at * 379) % 4000, (at * 241) % 3000, 90, 70);
  }
  let bytes = 0;
  let at = 0;
  for (; at < wanted.count && bytes < wanted.bytes; at += 1) {
    context.fillStyle = `hsl(${(at * 71) % 360} 50% 50%)`;
    context.fillRect((at * 97) % 3600, (at * 73) % 2600, 400, 400);
    const photo = await canvas.encode("jpeg", 92);
    bytes += photo.length;
    await writeFile(join(folder, `photo-${at}.jpg`), photo);
    await writeFile(join(folder, `photos-${at}.md`), text(at));
  }
  return { count: at, bytes };
}

/** Imports texts with a photo each. Returns whether the memory stayed within its target. */
async function measurePhotos(folder: string, wanted: Amount, environment: Record<string, string>) {
  const { count, bytes } = await writePhotos(folder, wanted);
  const { seconds, overStartMB, last } = await importInProcess(folder, environment);
  console.log(
    `${`PGlite, ${count} photos`.padEnd(20)} ${(count / seconds).toFixed(1)} photos/s (${(bytes / 1e6).toFixed(0)} MB), ` +
      `${overStartMB} MB over the start: ${last}`,
  );
  return overStartMB < targets.overStartMB;
}

/** Imports a site twice, and prints both. Returns the first measurement and its rate. */
async function measure(
  name: string,
  site: string,
  count: number,
  environment: Record<string, string>,
) {
  const runs = [];
  for (const run of ["new", "again"]) {
    const result = await importInProcess(site, environment);
    const rate = Math.round(count / result.seconds);
    console.log(
      `${`${name}, ${run}`.padEnd(20)} ${rate} files/s (${result.seconds.toFixed(1)} s), ` +
        `${result.overStartMB} MB over ${result.startMB} MB at the start: ${result.last}`,
    );
    runs.push({ ...result, rate });
  }
  return runs;
}

/**
 * Imports 10,000 Markdown files (or the number in the first option) into an empty database, and again unchanged. Uses the
 * embedded database and, with DATABASE_URL, a temporary one on PostgreSQL, where it exits with 1 below 300 files a
 * second or above 300 MB over the start. Imports photos as well (20, or in the second option another number or their size
 * together, such as 500MB), where it exits with 1 above the same memory.
 */
export async function benchContentImport([
  option = `${defaultCount}`,
  photos = defaultPhotos,
]: string[]): Promise<void> {
  const count = Number(option);
  const wanted = parseAmount(photos);
  const folder = await mkdtemp(join(tmpdir(), "bench-import-"));
  const site = join(folder, "site");
  const server = process.env["DATABASE_URL"];
  const environment = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "error", SEED_DEMO: "0" };
  try {
    await writeSite(site, count);
    const embedded = { ...environment, DATABASE_URL: "" };
    await measure("PGlite", site, count, embedded);
    if (!(await measurePhotos(join(folder, "photos"), wanted, embedded))) process.exitCode = 1;
    if (!server) return;
    const own = await createBenchDatabase(server);
    try {
      const runs = await measure("PostgreSQL", site, count, {
        ...environment,
        DATABASE_URL: own.url,
      });
      const isGood = ({ rate, overStartMB }: (typeof runs)[number]) =>
        rate >= targets.filesPerSecond && overStartMB < targets.overStartMB;
      if (!runs.every(isGood)) process.exitCode = 1;
    } finally {
      await own.drop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
