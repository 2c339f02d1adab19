import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectMemory } from "../infra/database/connect.ts";

/** Migrates once and hands every test file a dump, or the address of the server in DATABASE_URL. */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env["DATABASE_URL"] ?? null;
  project.provide("databaseUrl", databaseUrl);
  if (databaseUrl) {
    project.provide("databaseDump", null);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "ringside-template-"));
  const { client, close } = await connectMemory();
  const dump = await client.dumpDataDir("none");
  const path = join(folder, "database.tar");
  await writeFile(path, new Uint8Array(await dump.arrayBuffer()));
  await close();
  project.provide("databaseDump", path);
  return () => rm(folder, { recursive: true, force: true });
}
