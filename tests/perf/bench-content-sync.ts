import { execFile } from "node:child_process";
import { mkdtemp, rm, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { writeContentFolder } from "./content-folder.ts";

const defaultCount = 10_000;
/** Most ms that comparing unchanged content may take longer than comparing none. */
const mostExtraMs = 2_000;

const measured = z.object({
  ms: z.number(),
  rowsWritten: z.number(),
  written: z.number(),
  /** Peak memory of the process (RSS), the embedded database included. */
  peakMB: z.number(),
  longestReadMs: z.number(),
  longestPauseMs: z.number(),
});

async function syncInProcess(environment: Record<string, string>) {
  const script = fileURLToPath(new URL("content-sync-process.ts", import.meta.url));
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return measured.parse(JSON.parse(stdout));
}

function print(name: string, result: z.infer<typeof measured>): void {
  const { ms, rowsWritten, peakMB, longestReadMs, longestPauseMs } = result;
  console.log(
    `${name.padEnd(24)} ${ms} ms, ${rowsWritten} rows written, at most ${peakMB} MB, ` +
      `longest read meanwhile ${longestReadMs} ms, longest pause of the process ${longestPauseMs} ms`,
  );
}

/**
 * Synchronises a folder of bilingual entries (10,000, or the number in the first option) with an
 * empty database, then again unchanged, and after a change of one file. Uses the embedded database,
 * or the one in DATABASE_URL, which must be empty. Exits with 1 if the second sync writes anything, or takes over two
 * seconds more than one without entries, as a start with unchanged content would.
 */
export async function benchContentSync([option = `${defaultCount}`]: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-content-"));
  const content = join(folder, "content");
  const empty = join(folder, "empty");
  const environment = { CONTENT_DIR: content, DATA_DIR: join(folder, "data"), LOG_LEVEL: "error" };
  try {
    for (const path of [content, empty]) await mkdir(path);
    await writeContentFolder(empty, 0);
    await writeContentFolder(content, Number(option));
    const none = await syncInProcess({ ...environment, CONTENT_DIR: empty });
    print("no entries", none);
    print(`${option} new entries`, await syncInProcess(environment));
    const second = await syncInProcess(environment);
    print("nothing changed", second);
    await writeContentFolder(content, 1);
    print("one touched", await syncInProcess(environment));
    const extraMs = second.ms - none.ms;
    console.log(
      `unchanged content takes ${extraMs} ms more than none; target: at most ${mostExtraMs} ms`,
    );
    if (second.rowsWritten > 0 || second.written > 0 || extraMs > mostExtraMs) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
