import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { packTar } from "modern-tar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
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
async function setField(value: string, [start, length]: [number, number]): Promise<void> {
  const bytes = await readFile(archive());
  bytes.write(value.padEnd(length, "\0"), start);
  bytes.fill(" ", 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  await writeFile(archive(), bytes);
}
const setSize = (size: string) => setField(size, [124, 12]);
const setType = (type: string) => setField(type, [156, 1]);

async function read(): Promise<[path: string, content: string][]> {
  const files: [string, string][] = [];
  for await (const { path, content } of readArchive(archive())) {
    files.push([path, await text(content)]);
  }
  return files;
}

test("An archive whose header is untouched is read", async () => {
  await setSize("00000000005");
  expect(await read()).toEqual([["first", "Hello"]]);
});

test.each(["-0000001000", "77777777777", "5 Bytes"])(
  "An archive with a file of the size “%s” is refused",
  async (size) => {
    await setSize(size);
    await expect(read()).rejects.toThrow(/it is damaged|truncated/);
  },
);

test("An archive with a changed header is refused", async () => {
  const bytes = await readFile(archive());
  bytes.write("other");
  await writeFile(archive(), bytes);
  await expect(read()).rejects.toThrow("it is damaged");
});

// Links could lead out of the data folder.
test.each(["1", "2", "3", "5", "6"])(
  "An archive with an entry of the type %s is refused",
  async (type) => {
    await setType(type);
    await expect(read()).rejects.toThrow(/it is damaged|truncated/);
  },
);

/** Writes a backup that is whole, with a file of this path. */
async function backupWith(path: string): Promise<string> {
  await folder.write({ source: "x" });
  const database = { kind: "embedded", version: 18, newestMigration: 0 } as const;
  const manifest = await manifestEntry([{ path, from: `${folder.path}/source` }], database);
  const file = `${folder.path}/backup.tar`;
  const entry = (name: string, body: string) => ({ header: { name, size: body.length }, body });
  await writeFile(
    file,
    await packTar([entry(manifest.path, String(manifest.from)), entry(path, "x")]),
  );
  return file;
}

test("A backup of files below the data folder is accepted", async () => {
  const { files } = await verifyBackup(await backupWith("data/outbox/1.eml"));
  expect(files).toMatchObject([{ path: "data/outbox/1.eml" }]);
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
