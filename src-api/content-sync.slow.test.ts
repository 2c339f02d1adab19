import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { readBrand } from "./brand.ts";
import { readConfig } from "./config.ts";
import { syncFolder } from "./cli/content/sync-folder.ts";
import { runSyncRunCommand } from "./cli/content/sync-runs.ts";
import { contentSync, newSyncRun, syncContentJob } from "./content-sync.ts";
import { findRun, insertRun } from "./infra/content-folder/sync-runs-store.ts";
import type { Jobs } from "./infra/jobs/jobs.ts";
import { contentTexts } from "./modules/library/schema.ts";
import { startApiProcess } from "./testing/api-process.ts";
import { startJobProcesses, type JobProcesses } from "./testing/job-processes.ts";
import { markdown, sampleContent } from "./testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

let jobProcesses: JobProcesses;
let folders: TemporaryFolder[];
/** What processes logged: messages, and of finished syncs what they did. */
let logged: object[];
/** Warnings in words. */
let messages: string[];

beforeEach(async () => {
  jobProcesses = await startJobProcesses();
  folders = [];
  logged = [];
  messages = [];
});
afterEach(async () => {
  await jobProcesses.close();
  for (const folder of folders) await folder.remove();
});

async function contentFolder(files: Parameters<TemporaryFolder["write"]>[0] = {}) {
  const folder = await temporaryFolder();
  folders.push(folder);
  await folder.write(sampleContent);
  await folder.write(files);
  return folder;
}

const title = (text: string) => ({ "blog/a-diary/en.md": markdown(text) });

const log = {
  info: (details: object) => void logged.push(details),
  warn: (details: object, message = "") => {
    logged.push(details);
    messages.push(message);
  },
  error: (details: object) => void logged.push(details),
};
const finished = () => logged.filter((details) => "written" in details);

/** Prepares a process; `start` does what it does before it listens. */
async function openProcess({ path }: TemporaryFolder) {
  const jobs = jobProcesses.open({ key: jobProcesses.key, clock: jobProcesses.clock });
  const config = readConfig({ CONTENT_DIR: path, SEED_DEMO: "0" });
  const start = contentSync(
    {
      brand: await readBrand(config.brandDir),
      config,
      jobs,
      database: jobProcesses.connection.database,
      now: () => new Date(),
    },
    log,
  );
  await jobs.prepare(log);
  return { jobs, start, config };
}

async function startProcess(folder: TemporaryFolder): Promise<Jobs> {
  const { jobs, start } = await openProcess(folder);
  await start();
  return jobs;
}

async function titles(): Promise<string[]> {
  const rows = await jobProcesses.connection.database
    .select()
    .from(contentTexts)
    .orderBy(contentTexts.title);
  return rows.map((row) => row.title);
}

describe("a start", () => {
  test("waits for the content if there is none yet, and later ones do not", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    expect(await titles()).toContain("A diary");
    await folder.write(title("B diary"));
    const jobs = await startProcess(folder);
    expect(await titles()).not.toContain("B diary");
    await jobs.runDue();
    expect(await titles()).toContain("B diary");
    expect(finished()).toMatchObject([{ unchanged: 0 }, { written: 1, removed: 0 }]);
  });

  test("keeps what a command synchronised from another folder, and says so, until one returns", async () => {
    const [own, other] = [await contentFolder(), await contentFolder(title("Another diary"))];
    await startProcess(own);
    const config = readConfig({ CONTENT_DIR: own.path, SEED_DEMO: "0" });
    const { database } = jobProcesses.connection;
    const now = () => new Date();
    const sync = async (folder: string | null) =>
      syncFolder(
        { brand: await readBrand(config.brandDir), config, database, now },
        { folder, isDryRun: false, mayRemoveMost: false },
      );
    const [notice] = await sync(other.path);
    expect(notice).toContain(`The configured folder is ${own.path}`);
    await own.write(title("A newer diary"));
    await (await startProcess(own)).runDue();
    expect(await titles()).toContain("Another diary");
    expect(logged.at(-1)).toEqual({ folder: own.path, chosen: other.path });

    await sync(null);
    expect(await titles()).toContain("A newer diary");
    await own.write(title("The newest diary"));
    await (await startProcess(own)).runDue();
    expect(await titles()).toContain("The newest diary");

    await sync(other.path);
    await (await startProcess(await contentFolder(title("A third diary")))).runDue();
    expect(await titles(), "CONTENT_DIR changed").toContain("A third diary");
  });

  test("goes on with what a command asked a process for that ended", async () => {
    const [own, other] = [await contentFolder(), await contentFolder(title("Another diary"))];
    await startProcess(own);
    const { database } = jobProcesses.connection;
    const { jobs } = await openProcess(own);
    const run = { createdAt: new Date(), folder: other.path, isDryRun: false };
    const id = await insertRun(database, { ...run, mayRemoveMost: false });
    expect(await jobs.offer(syncContentJob, newSyncRun(id))).toBe(true);
    expect(await jobs.offer(syncContentJob, newSyncRun(id)), "one waits").toBe(false);
    await (await startProcess(own)).runDue();
    expect(await titles()).toContain("Another diary");
    expect(await findRun(database, id)).toMatchObject({
      failure: null,
      lines: [/configured/, /written/].map((part) => expect.stringMatching(part)),
    });
    expect(await jobs.hasUnfinished(syncContentJob)).toBe(false);
  });

  test("removes what waits for a version that no process has any more, and a command gets its turn", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    await folder.write(title("B diary"));
    await startProcess(folder); // it enqueued the job, and ended
    await folder.write(title("A diary"));
    const { jobs, start, config } = await openProcess(folder);
    await start();
    expect(await jobs.count()).toEqual([]);
    const ground = {
      config,
      jobs,
      database: jobProcesses.connection.database,
      now: () => new Date(),
    };
    const wanted = { folder: null, isDryRun: false, mayRemoveMost: false };
    await runSyncRunCommand(ground, { command: "start-sync", ...wanted });
    await jobs.runDue();
    expect(finished()).toHaveLength(1); // the first start's
    expect(await jobs.count()).toEqual([]);
  });

  test("leaves what another machine waits with, until that is gone", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    const { jobs, start, config } = await openProcess(folder);
    const database = jobProcesses.connection.database;
    const run = { createdAt: new Date(), folder: folder.path, isDryRun: false };
    const id = await insertRun(database, { ...run, mayRemoveMost: true });
    await jobs.offer(syncContentJob, { runId: id, host: "elsewhere" });
    await start();
    await jobs.runDue();
    const other = { lines: null, failure: null };
    expect(await findRun(database, id), "it has its own folder").toMatchObject(other);
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + 10 * minuteMs);
    await jobs.runDue();
    expect(await findRun(database, id), "however long it waits").toMatchObject(other);
    const ground = { config, jobs, database, now: () => new Date() };
    const wanted = { folder: null, isDryRun: true, mayRemoveMost: false };
    const [own = ""] = await runSyncRunCommand(ground, { command: "start-sync", ...wanted });
    expect(await findRun(database, id)).toMatchObject({
      failure: expect.stringContaining("The machine elsewhere"),
    });
    await jobs.runDue();
    expect(await findRun(database, own)).toMatchObject({
      failure: null,
      lines: [expect.any(String)],
    });
  });

  test("with unchanged content enqueues nothing", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    const jobs = await startProcess(folder);
    await jobs.runDue();
    expect(finished()).toHaveLength(1);
  });

  test.each<[string, Record<string, string | null>]>([
    ["an entry", { "blog/a-diary": null }],
    ["an announcement", { "announcements/clinic": null }],
    [
      "the name of a tag",
      { "tags.json": String(sampleContent["tags.json"]).replace("Agility", "Speed") },
    ],
  ])("notices that %s changed or is gone", async (_, files) => {
    const folder = await contentFolder();
    await startProcess(folder);
    await folder.write(files);
    const jobs = await startProcess(folder);
    await jobs.runDue();
    expect(finished()).toHaveLength(2);
    expect(finished()[1]).not.toMatchObject({ written: 0, removed: 0 });
  });

  test("with a folder that does not exist is refused in words where nothing came from one yet", async () => {
    const root = await contentFolder();
    const missing = `${root.path}/typo`;
    await expect(startProcess({ ...root, path: missing })).rejects.toThrow(
      `There is no folder ${missing} (CONTENT_DIR). Create it, correct the path, or remove CONTENT_DIR`,
    );
    expect(await titles()).toEqual([]);
  });

  test.each([
    ["an empty folder", []],
    ["a folder with a readme only", ["README.md", "lost+found/file"]],
    ["folders of entries without one, and no tags.json", ["blog/.gitkeep", "authors/.gitkeep"]],
  ])("with %s has an empty library", async (_, names) => {
    const root = await contentFolder();
    const empty = { ...root, path: `${root.path}/new` };
    await root.write({
      "new/.gitkeep": "",
      ...Object.fromEntries(names.map((name) => [`new/${name}`, ""])),
    });
    await startProcess(empty);
    expect(await titles()).toEqual([]);
  });

  test.each([
    ["is missing", null],
    ["has no content", "README.md"],
  ])("with a folder that %s removes none of the entries that came before", async (state, name) => {
    const root = await contentFolder();
    const away = { ...root, path: `${root.path}/disk` };
    if (name !== null) await root.write({ [`disk/${name}`]: "" });
    await (await startProcess(root)).runDue();
    const before = await titles();
    await startProcess(away);
    expect(logged.at(-1)).toMatchObject({ folder: away.path, owned: 9 });
    expect(messages.at(-1)).toMatch(
      new RegExp(`^the content folder .* ${state}, although 9 entries`),
    );
    await (await startProcess(away)).runDue();
    expect(await titles()).toEqual(before);
  });

  test("whose folder goes away before its job runs removes nothing", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    const before = await titles();
    await folder.write({ "blog/a-diary": null });
    const jobs = await startProcess(folder);
    await folder.remove();
    await jobs.runDue();
    expect(await titles()).toEqual(before);
  });

  test("with a wrong file is refused by file and field, and writes nothing", async () => {
    const folder = await contentFolder();
    await startProcess(folder);
    const before = await titles();
    await folder.write({
      ...title("B diary"),
      "articles/weave-entries/en.md": markdown("Weave").replace("summary:", "sumary:"),
    });
    await expect(startProcess(folder)).rejects.toThrow(
      /^articles\/weave-entries\/en\.md: .*summary/,
    );
    expect(await titles()).toEqual(before);
  });
});

describe("processes that start at the same time", () => {
  test("share one run", async () => {
    const folder = await contentFolder();
    const processes = [await openProcess(folder), await openProcess(folder)];
    await Promise.all(processes.map(({ start }) => start()));
    for (const { jobs } of processes) await jobs.runDue();
    expect(await titles()).toContain("A diary");
    expect(finished().filter((run) => "written" in run && run.written !== 0)).toHaveLength(1);
    expect(finished().length).toBeLessThanOrEqual(2);
  });

  test("of a new version and of the former one leave the job to the new ones", async () => {
    const [former, next] = [await contentFolder(), await contentFolder(title("B diary"))];
    const old = await startProcess(former);
    const young = await startProcess(next);
    await old.runDue();
    expect(await titles()).toContain("A diary");
    await young.runDue();
    expect(await titles()).toContain("B diary");
  });
});

test("a file that is broken after the start stops the run, which is not tried again", async () => {
  const folder = await contentFolder();
  await startProcess(folder);
  await folder.write(title("B diary"));
  const jobs = await startProcess(folder);
  await folder.write({ "recipes/liver-cubes/entry.json": "{" });
  for (let hour = 0; hour < 4; hour += 1) {
    await jobs.runDue();
    await jobProcesses.clock.setTime(jobProcesses.clock.now() + hourMs);
  }
  const problems = logged.flatMap((details) => ("err" in details ? [String(details.err)] : []));
  expect(problems).toEqual([expect.stringContaining("recipes/liver-cubes/entry.json")]);
});

// Several processes need PostgreSQL.
describe.skipIf(inject("databaseUrl") === null)("processes on one PostgreSQL database", () => {
  let admin: pg.Client;
  let url: URL;
  let own: pg.Client;
  beforeEach(async () => {
    const server = inject("databaseUrl") ?? "";
    const name = `ringside_test_${randomUUID().replaceAll("-", "")}`;
    admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`create database ${name} template ${inject("databaseTemplate")}`);
    url = new URL(server);
    url.pathname = `/${name}`;
    own = new pg.Client({ connectionString: url.href });
    await own.connect();
    return async () => {
      await own.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    };
  });

  const count = async (query: string) =>
    (await own.query<{ count: number }>(`select count(*)::int as count from ${query}`)).rows[0]
      ?.count;
  const start = async (folder: TemporaryFolder, dataDir = "data") =>
    startApiProcess({
      DATABASE_URL: url.href,
      DATA_DIR: `${folder.path}/${dataDir}`,
      CONTENT_DIR: folder.path,
      SEED_DEMO: "0",
    });

  test("start at once, and both serve the content", async () => {
    const folder = await contentFolder();
    const key = randomBytes(32);
    await folder.write({ "data/data-key": key, "other/data-key": key });
    const processes = await Promise.all([start(folder), start(folder, "other")]);
    for (const { origin } of processes) {
      const list = await (await fetch(`${origin}/api/content/blog`)).json();
      expect(list).toMatchObject({ total: 1 });
    }
    await expect.poll(() => count("pgboss.job where name = 'portal.sync-content'")).toBe(0);
    for (const { kill } of processes) await kill("SIGTERM");
  });

  test("finish the run of one that was killed in the middle", async () => {
    const folder = await contentFolder();
    await (await start(folder)).kill("SIGTERM");
    await folder.write(title("B diary"));
    await own.query("begin");
    await own.query("lock table content_texts in exclusive mode"); // the run cannot write
    const doomed = await start(folder);
    const isRunning = "pgboss.job where name = 'portal.sync-content' and state = 'active'";
    await expect.poll(() => count(isRunning)).toBe(1);
    await doomed.kill("SIGKILL");
    await own.query("rollback");
    // Most of the content changes, so that the next start waits for it.
    const texts = Object.entries(sampleContent).filter(([name]) => name.endsWith(".md"));
    await folder.write(
      Object.fromEntries(texts.map(([name, text]) => [name, `${String(text)}\nMore.`])),
    );
    await folder.write(title("B diary"));
    const heir = await start(folder);
    const list = await (await fetch(`${heir.origin}/api/content/blog`)).text();
    expect(list).toContain("B diary");
    expect(await count("content_texts where body like '%More.%'")).toBeGreaterThan(5);
    await heir.kill("SIGTERM");
  }, 60_000);
});
