import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readConfig } from "#api/config.ts";
import { explainFailure } from "#api/cli/explain-failure.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { lockDataDir } from "./data-dir-lock.ts";

const isRoot = process.getuid?.() === 0;
/** A user without rights, as root may write everything. */
const nobody = 65_534;
const own = isRoot ? { uid: nobody, gid: nobody } : {};

const folder = await forFile(temporaryFolder());
await chmod(folder.path, 0o755);

/** Creates a folder of the user without rights, and returns its path. */
async function createFolder(name: string, mode = 0o700): Promise<string> {
  const path = `${folder.path}/${name}`;
  await mkdir(path);
  if (isRoot) await chown(path, nobody, nobody);
  await chmod(path, mode);
  return path;
}

const explain = (error: unknown, dataDir: string) =>
  explainFailure(error, readConfig({ DATA_DIR: dataDir }));

const script = `
  const { lockDataDir } = await import(${JSON.stringify(new URL("data-dir-lock.ts", import.meta.url).href)});
  await lockDataDir(process.argv[1]).then(
    () => console.log("null"),
    ({ message, code, path }) => console.log(JSON.stringify({ message, code, path })),
  );`;

/** Locks a folder in a process of the user without rights. Returns what the start says; null when it has got the lock. */
async function lockAsNobody(dataDir: string): Promise<string | null> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    ...own,
  });
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const failure: unknown = JSON.parse(said);
  return failure === null ? null : explain(Object.assign(new Error(), failure), dataDir);
}

test("a folder that nobody uses is locked, and then in use until it is unlocked", async () => {
  const path = await createFolder("free");
  const unlock = await lockDataDir(path);
  const failure: unknown = await lockDataDir(path).catch((error: unknown) => error);
  expect(explain(failure, path)).toMatch(`Another process uses ${path} (DATA_DIR)`);
  unlock();
  (await lockDataDir(path))();
  expect(await lockAsNobody(await createFolder("of-nobody"))).toBeNull();
});

test("a lock that can only be read is no lock: two processes would both get it", async () => {
  const path = await createFolder("read-only-lock");
  await writeFile(`${path}/instance.lock`, "", { mode: 0o444 });
  expect(await lockAsNobody(path)).toMatch(
    new RegExp(
      `^${path}/instance.lock in DATA_DIR cannot be read or written by this user\\. .*EACCES`,
    ),
  );
});

test("a folder that cannot be written is named, with what to do", async () => {
  const path = await createFolder("not-writable", 0o500);
  expect(await lockAsNobody(path)).toMatch(
    `${path} (DATA_DIR) cannot be read or written by this user. Run this as the user of the portal, give`,
  );
  expect(await readdir(path)).toEqual([]);
  const missing = `${path}/missing`;
  expect(await lockAsNobody(missing)).toMatch(
    `${missing} (DATA_DIR) cannot be read or written by this user.`,
  );
});

test("what is no folder, and a lock that is no lock, are not called in use", async () => {
  await folder.write({ file: "text", "odd/instance.lock": "not a lock".repeat(100) });
  for (const [name, sentence] of [
    ["file", /file \(DATA_DIR\) is a file, and has to be a folder/],
    ["odd", /odd\/instance\.lock cannot be locked: file is not a database\. .* delete it/],
  ] as const) {
    const path = `${folder.path}/${name}`;
    const failure: unknown = await lockDataDir(path).catch((error: unknown) => error);
    expect(explain(failure, path)).toMatch(sentence);
  }
});
