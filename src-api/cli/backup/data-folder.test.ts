import { readdir, readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { listDataFiles, swapIn } from "./data-folder.ts";

let folder: TemporaryFolder;
const dataDir = () => `${folder.path}/data`;
const staged = () => `${folder.path}/staged`;

beforeEach(async () => {
  folder = await temporaryFolder();
  await folder.write({
    "data/database/PG_VERSION": "former",
    "data/database.lock/x": "",
    "data/command-credential.json": "of the process",
    "data/job-key": "former",
    "data/outbox/1.eml": "former",
    "staged/job-key": "new",
    "staged/database/PG_VERSION": "new",
  });
});
afterEach(() => folder.remove());

test("Every file of the installation beside the database is listed, and nothing of a process", async () => {
  expect(await listDataFiles(dataDir())).toEqual(["job-key", "outbox/1.eml"]);
  expect(await listDataFiles(`${folder.path}/missing`)).toEqual([]);
});

test("A failure while files are moved brings the former ones back", async () => {
  // Cannot be moved, since a folder with that name is not of the installation and stays.
  await folder.write({ "data/restore-1/x": "", "staged/restore-1/y": "" });
  await expect(swapIn(dataDir(), staged(), { embedded: true })).rejects.toThrow("ENOTEMPTY");
  expect(await readFile(`${dataDir()}/job-key`, "utf8")).toBe("former");
  expect(await readFile(`${dataDir()}/database/PG_VERSION`, "utf8")).toBe("former");
  expect((await readdir(dataDir())).toSorted()).toEqual([
    "command-credential.json",
    "database",
    "database.lock",
    "job-key",
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
    "database",
    "database.lock",
    "job-key",
  ]);
});
