import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { readConfig, type Config } from "#api/config.ts";
import { startServer, type RunningServer } from "#api/server.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { withOwnDatabase } from "./own-database.ts";

// Every process loads the whole API, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const databaseServer = inject("databaseUrl");
let folder: TemporaryFolder;
let database: OwnDatabase | null = null;
/** The settings of the portal, as in its file. */
let settings: Record<string, string>;
let server: RunningServer;
const start = async () =>
  void (server = await startServer(readConfig({ ...settings, PORT: "0", LOG_LEVEL: "silent" }), {
    rendererFolder: null,
  }));
beforeAll(async () => {
  folder = await temporaryFolder();
  database = databaseServer === null ? null : await createOwnDatabase(databaseServer);
  settings = {
    DATA_DIR: `${folder.path}/data`,
    SEED_DEMO: "1",
    ...(database && { DATABASE_URL: database.url }),
  };
  // A folder in the file is relative to it.
  const written = Object.entries({ ...settings, DATA_DIR: "data" });
  const lines = written.map(([name, value]) => `${name}=${value}\n`);
  await folder.write({ "ringside.env": lines.join("") });
  await start();
});
afterAll(async () => {
  await server.close();
  await database?.drop();
  await folder.remove();
});

const script = (name: string) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
/** An environment without any setting of a portal. */
const bare = { PATH: process.env["PATH"] };

/** Runs a command as it is typed in an empty folder, and returns what it says. */
async function type(family: string, args: string[], environment: Record<string, string> = {}) {
  await folder.write({ "elsewhere/.keep": "" });
  const options = { cwd: `${folder.path}/elsewhere`, env: { ...bare, ...environment } };
  const run = promisify(execFile)(process.execPath, [script(family), ...args], options);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

const portalLine = () =>
  database
    ? /^Portal: database \w+ on [\w.]+:\d+, DATA_DIR .*\/data\n$/
    : `Portal: DATA_DIR ${folder.path}/data\n`;

test("A command without the settings of the portal refuses, names the place, and leaves nothing there", async () => {
  const answers = await Promise.all([
    type("users", ["add", "owner@example.com", "--admin"]),
    type("content", ["list"]),
    type("backup", [folder.path]),
  ]);
  for (const { code, stdout, stderr } of answers) {
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`Portal: DATA_DIR ${folder.path}/elsewhere/.data\n`);
    expect(stderr).toContain(`There is no portal in ${folder.path}/elsewhere/.data`);
  }
  expect(answers[0]?.stderr).toContain("name their file with --env-file or in RINGSIDE_ENV");
  expect(await readdir(`${folder.path}/elsewhere`)).toEqual([".keep"]);
});

test("A command reads the file of settings of the server, and says which portal it spoke to", async () => {
  const file = `${folder.path}/ringside.env`;
  const named = await type("users", ["list"], { RINGSIDE_ENV: file });
  expect(named).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ADDRESS/) });
  expect(named.stderr).toMatch(portalLine());
  await server.close();
  const alone = await type("users", ["list", "--env-file", file]);
  await start();
  expect(alone).toEqual(named);
});

test("A file of settings that is not there is named", async () => {
  const { code, stderr } = await type("users", ["list"], { RINGSIDE_ENV: "missing.env" });
  expect([code, stderr]).toEqual([
    1,
    "The file of settings missing.env cannot be read: ENOENT. Correct --env-file or RINGSIDE_ENV, or let this user read the file.\n",
  ]);
});

test("A command whose output is read in part only ends without a failure", async () => {
  const child = spawn(process.execPath, [script("users"), "list"], {
    env: { ...bare, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const stderrText = text(child.stderr);
  const [code] = await once(child, "exit");
  expect(await stderrText).toMatch(portalLine());
  expect(code).toBe(0);
});

describe.skipIf(databaseServer === null)("with PostgreSQL", () => {
  const configWith = (changes: Record<string, string>): Config =>
    readConfig({ ...settings, ...changes });
  const never = () => Promise.reject(new Error("The command was run."));

  test("a data folder that is not the database's is refused: files would go where the portal does not look", async () => {
    const elsewhere = configWith({ DATA_DIR: `${folder.path}/not-there` });
    await expect(withOwnDatabase(elsewhere, never)).rejects.toThrow(
      /not-there \(DATA_DIR\) does not belong to the database \w+ on /,
    );
    await expect(access(`${folder.path}/not-there`)).rejects.toThrow("ENOENT");
  });

  test("a database without a portal is refused, and stays empty", async () => {
    const other = await createOwnDatabase(databaseServer ?? "");
    await expect(withOwnDatabase(configWith({ DATABASE_URL: other.url }), never)).rejects.toThrow(
      "There is no portal in the database",
    );
    expect(await other.query("select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    await other.drop();
  });

  test("a command for another database than that of the running portal is refused", async () => {
    const { code, stderr } = await type("users", ["list"], {
      ...settings,
      DATABASE_URL: "postgres://ringside@127.0.0.1:1/other",
    });
    expect(code).toBe(1);
    expect(stderr).toContain("but DATABASE_URL of the command names other on 127.0.0.1:1.");
  });
});

test("A command that would store media elsewhere than the running portal is refused", async () => {
  const s3 = { MEDIA_S3_BUCKET: "media", MEDIA_S3_REGION: "eu", MEDIA_S3_ACCESS_KEY: "a" };
  const { code, stderr } = await type("content", ["list"], {
    ...settings,
    ...s3,
    MEDIA_S3_SECRET_KEY: "b",
  });
  expect(code).toBe(1);
  expect(stderr).toContain("stores media in DATA_DIR, but the command would use media/ on Amazon");
});
