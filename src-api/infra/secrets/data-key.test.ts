import { randomBytes } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { explainFailure } from "#api/cli/explain-failure.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { openDataKey } from "./data-key.ts";

let folder: TemporaryFolder;
let portal: TestPortal;
beforeEach(async () => {
  [folder, portal] = await Promise.all([temporaryFolder(), createTestPortal()]);
});
afterEach(() => Promise.all([folder.remove(), portal.close()]));

const open = (name = "data") => openDataKey(portal.portal.database, `${folder.path}/${name}`);

/** Returns what a start says that uses this folder; null if it is not refused. */
const refusal = (name: string) =>
  open(name).then(
    () => null,
    (error: unknown) => explainFailure(error, null),
  );

test("The key is made once, also by processes that start at the same time, for its owner only", async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => open()));
  keys.push(await open());
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect((await stat(`${folder.path}/data/data-key`)).mode & 0o777).toBe(0o600);
  expect(await readdir(`${folder.path}/data`)).toEqual(["data-key"]);
});

test("A key that is not the database's refuses the start, and so does a missing one, which is not replaced", async () => {
  await open();
  await folder.write({ "other/data-key": randomBytes(32), "empty/outbox/1.eml": "" });
  const other = await refusal("other");
  expect(other).toContain(
    `${folder.path}/other/data-key in DATA_DIR is not the key of this database`,
  );
  expect(other).toContain("Copy data-key from the DATA_DIR of another instance");
  expect(await refusal("empty")).toContain(
    `The key of this database, data-key, is missing in ${folder.path}/empty (DATA_DIR).`,
  );
  expect(await readdir(`${folder.path}/empty`)).toEqual(["outbox"]);
  expect(await refusal("data")).toBeNull();
});

test("A folder in its place refuses the start with the same sentence", async () => {
  await folder.write({ "data/data-key": null, "data/data-key/x": "" });
  expect(await refusal("data")).toMatch(/data-key in DATA_DIR is not a key of 32 bytes\. /);
});

test("A file that holds something else refuses the start, and is kept", async () => {
  await folder.write({ "data/data-key": "short" });
  expect(await refusal("data")).toMatch(
    /data-key in DATA_DIR is not a key of 32 bytes\. .*Copy data-key/,
  );
  expect(await readFile(`${folder.path}/data/data-key`, "utf8")).toBe("short");
  await writeFile(`${folder.path}/data/data-key`, randomBytes(32));
  expect(await refusal("data")).toBeNull();
});
