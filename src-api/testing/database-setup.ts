import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { TestClock } from "pg-boss";
import type { TestProject } from "vitest/node";
import { Jobs } from "#api/infra/jobs/jobs.ts";
import type { JobStore } from "#api/infra/jobs/store.ts";
import { connectMemory, connectPostgres } from "#api/infra/database/connect.ts";

/**
 * Lets a TestClock set the job library's time on PostgreSQL: test databases have that setting on
 * every connection.
 */
export const withTestClock = ({ executor, ...store }: JobStore): JobStore => ({
  ...store,
  executor: { ...executor, setSessionStatements: async () => {} },
});

/** Creates the tables of the job library, so that the portals need not. */
async function prepareJobs(store: JobStore): Promise<void> {
  const jobs = new Jobs(store, { key: randomBytes(32), clock: new TestClock() });
  await jobs.prepare(console);
  await jobs.close();
}

/** Creates the template of the test databases on the server. Returns the function that drops it. */
async function createTemplate(project: TestProject, server: string) {
  const name = `ringside_template_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { jobStore, close } = await connectPostgres(url.href);
  await prepareJobs(withTestClock(jobStore));
  await close();
  project.provide("databaseTemplate", name);
  return async () => {
    await admin.query(`drop database ${name}`);
    await admin.end();
  };
}

/**
 * Migrates once. Provides every test file with a dump, or with the template database on the server
 * in DATABASE_URL.
 */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env["DATABASE_URL"] ?? null;
  project.provide("databaseUrl", databaseUrl);
  project.provide("databaseTemplate", null);
  project.provide("databaseDump", null);
  if (databaseUrl) return createTemplate(project, databaseUrl);
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
