import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { readArchive, writeArchive } from "./archive.ts";
import { manifestEntry, verifyBackup } from "./manifest.ts";

let folder: TemporaryFolder;
const archive = () => `${folder.path}/archive.tar`;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeArchive(archive(), [{ path: "first", from: Buffer.from("Hello") }]);
});
afterEach(() => folder.remove());

/** Writes a field into the first header, and the checksum that belongs to it. */
async function setField(text: string, [start, length]: [number, number]): Promise<void> {
  const bytes = await readFile(archive());
  bytes.write(text.padEnd(length, "\0"), start);
  bytes.fill(" ", 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  await writeFile(archive(), bytes);
}
const setSize = (text: string) => setField(text, [124, 12]);
const setType = (text: string) => setField(text, [156, 1]);

test("An archive whose header is untouched is read", async () => {
  await setSize("00000000005");
  expect(await readArchive(archive())).toEqual([{ path: "first", start: 512, size: 5 }]);
});

// A size of -512 would lead from a header to itself, for ever.
test.each(["-0000001000", "00000000009", "77777777777", "", "5 Bytes"])(
  "An archive with a file of the size “%s” is refused",
  async (size) => {
    await setSize(size);
    await expect(readArchive(archive())).rejects.toThrow("it is damaged");
  },
);

test("An archive whose entry is a plain file is read", async () => {
  await setType("0");
  expect(await readArchive(archive())).toHaveLength(1);
});

// Links could lead out of the data folder; long names and extended headers replace the path of what follows.
test.each(["1", "2", "3", "5", "7", "L", "K", "x", "g", "\0"])(
  "An archive with an entry of the type %j is refused",
  async (type) => {
    await setType(type);
    await expect(readArchive(archive())).rejects.toThrow("it is damaged");
  },
);

/** Writes a backup that is whole, with a file of this path. */
async function backupWith(path: string): Promise<string> {
  await folder.write({ source: "x" });
  const from = `${folder.path}/source`;
  const database = { kind: "embedded", version: 18, newestMigration: 0 } as const;
  const file = `${folder.path}/backup.tar`;
  await writeArchive(file, [await manifestEntry([{ path, from }], database), { path, from }]);
  return file;
}

test("A backup of files below the data folder is accepted", async () => {
  const { entries } = await verifyBackup(await backupWith("data/outbox/1.eml"));
  expect(entries).toMatchObject([{ path: "data/outbox/1.eml" }]);
});

test.each([
  "data/../../passwd",
  "data/./passwd",
  "data//passwd",
  "/etc/passwd",
  "data\\..\\passwd",
  "data/..\\..\\passwd",
  "data/outbox\\1.eml",
])("A backup with the path %s is refused", async (path) => {
  await expect(verifyBackup(await backupWith(path))).rejects.toThrow("is not a backup");
});
