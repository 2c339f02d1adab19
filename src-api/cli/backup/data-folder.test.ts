import { readdir, readFile, symlink } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { copyDataFiles, listDataFiles, swapIn } from "./data-folder.ts";

let folder: TemporaryFolder;
const dataDir = () => `${folder.path}/data`;
const staged = () => `${folder.path}/staged`;

beforeEach(async () => {
  folder = await temporaryFolder();
  await folder.write({
    "data/database/PG_VERSION": "former",
    "data/instance.lock": "",
    "data/command-credential.json": "of the process",
    "data/data-key": "former",
    "data/outbox/1.eml": "former",
    "staged/data-key": "new",
    "staged/database/PG_VERSION": "new",
  });
});
afterEach(() => folder.remove());

const listed = (files: string[]) => ({ files, leftOut: [], foreign: [] });

test("Every file of the installation beside the database is listed, and nothing of a process", async () => {
  expect(await listDataFiles(dataDir())).toEqual(listed(["data-key", "outbox/1.eml"]));
  await folder.write({ "data/media/instances/0123456789abcdef": "of the process" });
  expect(await listDataFiles(dataDir())).toEqual(listed(["data-key", "outbox/1.eml"]));
  expect(await listDataFiles(`${folder.path}/missing`)).toEqual(listed([]));
});

test("What others leave in the home of the portal's user is not the portal's: a backup lacks it, a restore keeps it", async () => {
  await folder.write({
    "data/.npm/_logs/1-debug-0.log": "npm",
    "data/.bash_history": "ls",
    "data/npm-debug.log": "npm",
    "data/core.123": "dump",
    "data/outbox/kept.log": "of the portal",
  });
  expect(await listDataFiles(dataDir())).toEqual({
    files: ["data-key", "outbox/1.eml", "outbox/kept.log"],
    leftOut: [],
    foreign: [".bash_history", ".npm", "core.123", "npm-debug.log"],
  });
  await (await swapIn(dataDir(), staged(), { embedded: true })).finish();
  expect(await readFile(`${dataDir()}/.npm/_logs/1-debug-0.log`, "utf8")).toBe("npm");
  expect(await readFile(`${dataDir()}/data-key`, "utf8")).toBe("new");
});

test("Links are not followed, whether they lead to a file or to a folder", async () => {
  await folder.write({ "elsewhere/file": "of somebody else" });
  await symlink(`${folder.path}/elsewhere`, `${dataDir()}/linked-folder`);
  await symlink(`${folder.path}/elsewhere/file`, `${dataDir()}/outbox/linked-file`);
  const leftOut = ["linked-folder", "outbox/linked-file"];
  expect(await listDataFiles(dataDir())).toEqual({
    files: ["data-key", "outbox/1.eml"],
    leftOut,
    foreign: [],
  });
});

test("Names with a backslash are left out, since no backup with them could be restored", async () => {
  await folder.write({ "data/outbox/..\\..\\passwd": "x", "data/a\\b/file": "x" });
  const leftOut = ["a\\b", "outbox/..\\..\\passwd"];
  expect(await listDataFiles(dataDir())).toEqual({
    files: ["data-key", "outbox/1.eml"],
    leftOut,
    foreign: [],
  });
});

test("A folder that cannot be listed is a failure, not an empty one", async () => {
  await expect(listDataFiles(`${dataDir()}/data-key`)).rejects.toThrow("ENOTDIR");
});

test("Files are copied, except those that have vanished since they were listed", async () => {
  const copy = `${folder.path}/copy`;
  const copied = await copyDataFiles(dataDir(), ["data-key", "outbox/1.eml", "outbox/gone"], copy);
  expect(copied).toEqual(["data-key", "outbox/1.eml"]);
  expect(await readFile(`${copy}/outbox/1.eml`, "utf8")).toBe("former");
  expect(await readdir(`${copy}/outbox`)).toEqual(["1.eml"]);
});

test("A failure while files are moved brings the former ones back", async () => {
  // Cannot be moved, since a folder with that name is not of the installation and stays.
  await folder.write({ "data/restore-1/x": "", "staged/restore-1/y": "" });
  await expect(swapIn(dataDir(), staged(), { embedded: true })).rejects.toThrow("ENOTEMPTY");
  expect(await readFile(`${dataDir()}/data-key`, "utf8")).toBe("former");
  expect(await readFile(`${dataDir()}/database/PG_VERSION`, "utf8")).toBe("former");
  expect((await readdir(dataDir())).toSorted()).toEqual([
    "command-credential.json",
    "data-key",
    "database",
    "instance.lock",
    "outbox",
    "restore-1",
  ]);
});

test("The embedded database is only replaced if the backup has one", async () => {
  await folder.write({ "staged/database": null });
  const swapped = await swapIn(dataDir(), staged(), { embedded: false });
  await swapped.finish();
  expect((await readdir(dataDir())).toSorted()).toEqual([
    "command-credential.json",
    "data-key",
    "database",
    "instance.lock",
  ]);
});
