import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { startApiProcess } from "../../src-api/testing/api-process.ts";

/** Time until all workers of a group accept connections, in ms. */
const settling = 5_000;

/** Returns the processor time in seconds that a process and the workers below it have used; Linux only. */
async function processorTime(root: number): Promise<number> {
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"]).toString());
  let total = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""); // has ended meanwhile
    // After the name of the command, which may contain spaces: state, parent, …
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(pid) !== root && Number(fields[1]) !== root) continue;
    total += (Number(fields[11]) + Number(fields[12])) / ticks;
  }
  return total;
}

/** Sends requests, and returns how many were answered per second. */
type Load = (origin: string, workers: number) => Promise<number>;

/**
 * Starts the portal with a number of workers on a PostgreSQL database. `measure` returns the requests per second
 * of elapsed time, and per second of processor time, of a load that returns its requests per second.
 */
export async function startWorkers(database: string, workers: number, dataDir: string) {
  const api = await startApiProcess({
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    SEED_DEMO: "1",
    WORKERS: `${workers}`,
  });
  await delay(settling);
  const measure = async (load: Load, seconds: number) => {
    const before = await processorTime(api.pid);
    const rate = await load(api.origin, workers);
    const used = (await processorTime(api.pid)) - before;
    return { rate, ofProcessor: (rate * seconds) / used };
  };
  return { measure, close: () => api.kill("SIGTERM") };
}
