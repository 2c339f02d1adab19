import { createHash } from "node:crypto";
import {
  appendFile,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sessionAnswerSchema } from "#shared/api/sign-in.ts";
import { readConfig, type Config } from "#api/config.ts";
import { startServer, type RunningServer } from "#api/server.ts";
import { changeSeller } from "#api/testing/change-seller.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { readArchive, writeArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { createBackup } from "./create-backup.ts";
import { restorePostgres } from "./postgres-tools.ts";
import { restoreBackup } from "./restore-backup.ts";

const server = inject("databaseUrl");

/** Which databases can be tested: the embedded one, or the server in DATABASE_URL. */
const kind = server === null ? "the embedded database" : "PostgreSQL";

let folder: TemporaryFolder;
let databases: OwnDatabase[];
/** The portal that is backed up, while it runs. */
let original: Config;
let running: RunningServer;
let file: string;
let lines: string[];

const start = (config: Config) => startServer(config, { rendererFolder: null });

/** Returns the configuration of another installation, in an empty folder and database. */
async function anotherPlace(name: string, seedDemo = false): Promise<Config> {
  const database = server === null ? null : await createOwnDatabase(server);
  if (database) databases.push(database);
  return readConfig({
    DATA_DIR: join(folder.path, name),
    DATABASE_URL: database?.url,
    SEED_DEMO: seedDemo ? "1" : "0",
    PORT: "0",
    LOG_LEVEL: "silent",
  });
}

/** Logs the demo's member in with the password of the original, and returns status, and title of an article. */
async function visit({ origin }: RunningServer) {
  const password = (await readFile(join(original.dataDir, "demo-password"), "utf8")).trim();
  const answer = await fetch(`${origin}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "member@example.com", password }),
  });
  if (answer.status !== 200) return { status: answer.status };
  const { token } = sessionAnswerSchema.parse(await answer.json());
  const articles = await fetch(`${origin}/api/content/articles`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: articles.status, articles: await articles.text() };
}

/** Returns the paths in a folder with a hash of each file. */
async function contentOf(path: string): Promise<Record<string, string>> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const hashed = files.map(async (entry) => {
    const name = join(entry.parentPath, entry.name);
    return [
      name,
      createHash("sha256")
        .update(await readFile(name))
        .digest("hex"),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

beforeAll(async () => {
  folder = await temporaryFolder();
  databases = [];
  original = await anotherPlace("original", true);
  running = await start(original);
  await changeSeller(running.portal, { timeZone: "Asia/Kathmandu" });
  await folder.write({ "original/outbox/a mail.eml": "Hello", "backups/other": "" });
  lines = await createBackup(original, join(folder.path, "backups"));
  const names = await readdir(join(folder.path, "backups"));
  file = join(folder.path, "backups", names.find((name) => name !== "other") ?? "");
}, 120_000);
afterAll(async () => {
  await running.close();
  for (const database of databases) await database.drop();
  await folder.remove();
});

describe(`a backup of a running portal with ${kind}`, () => {
  test("is one file, named after the time in the seller's time zone, that only its owner can read; nothing else is left", async () => {
    expect(file).toMatch(/\/portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\+0545\.tar$/);
    expect(lines[0]).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder.path, "backups"))).toHaveLength(2);
    expect(await readdir(original.dataDir)).not.toContainEqual(expect.stringMatching(/^backup-/));
  });

  test("is restored into an empty place, where people log in and read", async () => {
    const place = await anotherPlace("fresh");
    await restoreBackup(place, file, { force: false });
    expect(await readFile(join(place.dataDir, "outbox/a mail.eml"), "utf8")).toBe("Hello");
    const key = (at: Config) => readFile(join(at.dataDir, "data-key"));
    expect(await key(place)).toEqual(await key(original));
    expect((await stat(join(place.dataDir, "data-key"))).mode & 0o777).toBe(0o600);
    const restored = await start({ ...place, seedDemo: true });
    const visited = await visit(restored);
    await restored.close();
    expect(visited).toEqual(await visit(running));
    expect(visited.status).toBe(200);
  }, 90_000);

  test("is not restored while the portal runs", async () => {
    const restored = restoreBackup(original, file, { force: true });
    await expect(restored).rejects.toThrow(
      server === null ? "The portal is running. Stop it" : "Other connections use the database.",
    );
    expect((await visit(running)).status).toBe(200);
  });

  test("replaces another portal with --force only, and all of it", async () => {
    const place = await anotherPlace("taken");
    const other = await start(place);
    const context = { ...other.portal, config: place };
    const late = { email: "late@example.com", name: "Late", roles: [] };
    await runUserCommand(context, { command: "add", ...late });
    await other.close();
    await folder.write({ "taken/a-file": "of the other portal" });

    const refused = restoreBackup(place, file, { force: false });
    await expect(refused).rejects.toThrow("With --force it is replaced");
    await restoreBackup(place, file, { force: true });
    expect((await readdir(place.dataDir)).toSorted()).toEqual([
      "data-key",
      ...(server === null ? ["database"] : []),
      "demo-password",
      "instance.lock",
      "outbox",
    ]);
    const restored = await start({ ...place, seedDemo: true });
    expect((await visit(restored)).status).toBe(200);
    const users = await runUserCommand(restored.portal, { command: "list" });
    await restored.close();
    expect(users.join("\n")).not.toContain("late@example.com");
  }, 90_000);
});

describe("a file that is no backup, or a broken one", () => {
  let place: Config;
  beforeAll(async () => {
    place = await anotherPlace("untouched");
    await folder.write({ "untouched/data-key": "k".repeat(32), "untouched/outbox/1.eml": "Hi" });
  });

  const changed = async (change: (bytes: Buffer) => Buffer) => {
    const broken = join(folder.path, "broken.tar");
    await writeFile(broken, change(await readFile(file)));
    return broken;
  };
  const flipped = (at: (size: number) => number) => (bytes: Buffer) => {
    const changedAt = at(bytes.length);
    bytes[changedAt] = (bytes[changedAt] ?? 0) ^ 1;
    return bytes;
  };

  /** Copies the backup with another manifest. */
  async function withManifest(edit: (manifest: { database: object }) => object): Promise<string> {
    const copy = join(folder.path, `edited-${Math.random()}.tar`);
    const entries: { path: string; from: Buffer }[] = [];
    for await (const { path, content } of readArchive(file)) {
      const bytes = await buffer(content);
      const edited = () => JSON.stringify(edit(JSON.parse(String(bytes))));
      entries.push({ path, from: path === "manifest.json" ? Buffer.from(edited()) : bytes });
    }
    await writeArchive(copy, entries);
    return copy;
  }

  test.each([
    ["is a text", () => changed(() => Buffer.from("Hello ".repeat(500)))],
    ["is empty", () => changed(() => Buffer.alloc(0))],
    [
      "is cut off",
      async () => {
        const cut = await changed((bytes) => bytes);
        await truncate(cut, Math.floor((await stat(cut)).size / 2));
        return cut;
      },
    ],
    ["has a changed byte in the database", () => changed(flipped((size) => size >> 1))],
    ["has a changed byte in a file", () => changed(flipped((size) => size - 1024 - 512))],
    [
      "is of a newer portal",
      () =>
        withManifest(({ database, ...rest }) => ({
          ...rest,
          database: { ...database, newestMigration: Date.parse("2099-01-01") },
        })),
    ],
    [
      "is of the other kind of database",
      () =>
        withManifest(({ database, ...rest }) => ({
          ...rest,
          database: { ...database, kind: server === null ? "postgresql" : "embedded" },
        })),
    ],
    [
      "names a file outside of DATA_DIR",
      () =>
        withManifest(({ ...rest }) => ({
          ...rest,
          files: [{ path: "data/../../passwd", size: 0, sha256: "" }],
        })),
    ],
    ["does not exist", async () => join(folder.path, "nothing.tar")],
  ])("changes nothing if it %s", async (_, make) => {
    const broken = await make();
    const before = await contentOf(place.dataDir);
    const restored = restoreBackup(place, broken, { force: true });
    await expect(restored).rejects.toBeInstanceOf(BackupError);
    expect(await contentOf(place.dataDir)).toEqual(before);
  });
});

test("a backup never replaces a file, and needs a folder that exists", async () => {
  await expect(createBackup(original, file)).rejects.toThrow("already exists");
  const missing = createBackup(original, join(folder.path, "missing/portal.tar"));
  await expect(missing).rejects.toThrow("There is no folder");
});

describe("DATA_DIR, which a restore replaces", () => {
  test("is no place for backups, also by another name", async () => {
    await folder.write({ "original/backups/kept": "" });
    await symlink(join(original.dataDir, "backups"), join(folder.path, "by another name"));
    const refused = "Write the backup to a place outside of DATA_DIR";
    for (const target of [
      original.dataDir,
      join(original.dataDir, "backups"),
      join(original.dataDir, "backups/new.tar"),
      join(folder.path, "by another name"),
    ]) {
      await expect(createBackup(original, target)).rejects.toThrow(refused);
    }
    expect(await readdir(join(original.dataDir, "backups"))).toEqual(["kept"]);
    await folder.write({ "original/backups": null, "by another name": null });
  });

  test("is no place to restore from", async () => {
    const place = await anotherPlace("with backups");
    await folder.write({ "with backups/backups/portal.tar": await readFile(file) });
    const source = join(place.dataDir, "backups/portal.tar");
    const before = await contentOf(place.dataDir);
    const restored = restoreBackup(place, source, { force: true });
    await expect(restored).rejects.toThrow("Move the backup out of DATA_DIR first");
    expect(await contentOf(place.dataDir)).toEqual(before);
  });
});

test("a backup of a file that grows meanwhile can be restored", async () => {
  const growing = join(original.dataDir, "outbox/growing.eml");
  await folder.write({ "original/outbox/growing.eml": "Hello" });
  const target = join(folder.path, "growing.tar");
  const done = new AbortController();
  const backedUp = createBackup(original, target).finally(() => done.abort());
  while (!done.signal.aborted) {
    await appendFile(growing, "more");
    await turn();
  }
  await backedUp;
  await rm(growing);
  const place = await anotherPlace("grown");
  await restoreBackup(place, target, { force: false });
  expect(await readFile(join(place.dataDir, "outbox/growing.eml"), "utf8")).toMatch(
    /^Hello(more)*$/,
  );
}, 60_000);

test("a place without a portal has nothing to back up", async () => {
  const place = await anotherPlace("empty");
  const backedUp = createBackup(place, join(folder.path, "empty.tar"));
  await expect(backedUp).rejects.toThrow("There is no portal in");
  expect(await readdir(folder.path)).not.toContain("empty.tar");
});

test.runIf(server)(
  "a failure of PostgreSQL in the middle leaves database and files as they were",
  async () => {
    const place = await anotherPlace("failing");
    const target = databases.at(-1);
    await folder.write({ "failing/data-key": "k".repeat(32) });
    await target?.query(`
    create table before (name text); insert into before values ('kept');
    create function refuse() returns event_trigger language plpgsql as
      $$ begin if tg_tag = 'CREATE INDEX' then raise 'no more space'; end if; end $$;
    create schema keep; alter function refuse() set schema keep;
    create event trigger refuse on ddl_command_start execute function keep.refuse();`);
    const before = await contentOf(place.dataDir);
    await expect(restoreBackup(place, file, { force: true })).rejects.toThrow("no more space");
    expect(await contentOf(place.dataDir)).toEqual(before);
    expect(await target?.query("select name from before")).toEqual([{ name: "kept" }]);
  },
  60_000,
);

test.runIf(server)(
  "what the programs of PostgreSQL 17 wrote is restored on an older server, too",
  async () => {
    const { databaseUrl } = await anotherPlace("on an older server");
    const sql = join(folder.path, "newer.sql");
    await writeFile(
      sql,
      "SET lock_timeout = 0;\nSET transaction_timeout = 0;\ncreate schema public; create table public.restored ();",
    );
    await restorePostgres(databaseUrl ?? "", sql, folder.path);
    const tables = await databases
      .at(-1)
      ?.query("select tablename from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([{ tablename: "restored" }]);
  },
);
