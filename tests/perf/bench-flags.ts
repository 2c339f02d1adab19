import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { readConfig } from "../../src-api/config.ts";
import { openFlagStream } from "../../src-api/modules/flags/testing/flag-events.ts";
import { startServer } from "../../src-api/server.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { median } from "./bench-statistics.ts";
import { startProcess } from "./start-process.ts";

async function setMaintenance(origin: string, token: string, on: boolean): Promise<void> {
  const response = await fetch(`${origin}/api/feature-flags/maintenance-mode`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ on }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The API answered a change with ${response.status}.`);
}

type Places = { streamAt: string; changeAt: string; token: string };

/** Returns the ms from each change's request until it arrives on the stream. */
async function measure(count: number, { streamAt, changeAt, token }: Places): Promise<number[]> {
  const stream = await openFlagStream(streamAt);
  await stream.next(); // all flags, off
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const on = i % 2 === 0;
    const begin = performance.now();
    const [told] = await Promise.all([
      stream.next().then((event) => ({ event, after: performance.now() - begin })),
      setMaintenance(changeAt, token, on),
    ]);
    if (told.event?.data.value !== on) throw new Error("The stream told something else.");
    times.push(told.after);
  }
  stream.close();
  return times;
}

/** Starts an API, with PostgreSQL a second one on the same database, and returns the times. */
async function run(count: number, databaseUrl: string | null): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-flags-"));
  const shared = { PORT: "0", LOG_LEVEL: "error", SEED_DEMO: "0", DATABASE_URL: databaseUrl ?? "" };
  const api = await startServer(readConfig({ ...shared, DATA_DIR: join(dataDir, "a") }), {
    rendererFolder: null,
  });
  // Instances on one database need the same key.
  await cp(join(dataDir, "a", "data-key"), join(dataDir, "b", "data-key"));
  const other = databaseUrl && (await startProcess({ ...shared, DATA_DIR: join(dataDir, "b") }));
  try {
    const { token } = await createTestUser(api.portal, "admin");
    const changeAt = other ? other.origin : api.origin;
    return await measure(count, { streamAt: api.origin, changeAt, token });
  } finally {
    if (other) await other.close();
    await api.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Prints how long an admin's change of a flag takes to arrive on an open stream. With PostgreSQL in
 * DATABASE_URL, where a temporary database is created, stream and change use two processes of the
 * API; otherwise one.
 *
 * @param options `--changes 20`: number of changes
 */
export async function benchFlags(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { changes: { type: "string" } } });
  const count = z.parse(z.coerce.number().check(z.int(), z.positive()), values.changes ?? 20);
  const server = process.env["DATABASE_URL"];
  const database = server ? await createBenchDatabase(server) : null;
  try {
    const times = await run(count, database?.url ?? null);
    const where = database ? "another API process, PostgreSQL" : "the same API process, PGlite";
    console.log(`A flag's change until a stream tells it, ${count} changes at ${where}:`);
    const [middle, worst] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(1));
    console.log(`median ${middle} ms, worst ${worst} ms`);
  } finally {
    await database?.drop();
  }
}
