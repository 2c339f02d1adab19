import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestClock } from "pg-boss";
import type { TestProject } from "vitest/node";
import { Jobs } from "../infra/jobs/jobs.ts";
import type { JobStore } from "../infra/jobs/store.ts";
import { connectMemory } from "../infra/database/connect.ts";

/** Creates the tables of the job library, which every portal would create otherwise. */
async function prepareJobs(store: JobStore): Promise<void> {
  const jobs = new Jobs(store, { key: randomBytes(32), clock: new TestClock() });
  await jobs.prepare(console);
  await jobs.close();
}

/** Migrates once and hands every test file a dump, or the address of the server in DATABASE_URL. */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env["DATABASE_URL"] ?? null;
  project.provide("databaseUrl", databaseUrl);
  if (databaseUrl) {
    project.provide("databaseDump", null);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "ringside-template-"));
  const { client, jobStore, close } = await connectMemory();
  await prepareJobs(jobStore);
  const dump = await client.dumpDataDir("none");
  const path = join(folder, "database.tar");
  await writeFile(path, new Uint8Array(await dump.arrayBuffer()));
  await close();
  project.provide("databaseDump", path);
  return () => rm(folder, { recursive: true, force: true });
}
