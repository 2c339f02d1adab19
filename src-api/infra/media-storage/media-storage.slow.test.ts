import { createHash } from "node:crypto";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { startS3Server } from "#api/testing/s3-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { folderStorage } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { MediaStorageError } from "./media-storage-error.ts";
import { storedName } from "./open-media-storage.ts";
import { s3Storage } from "./s3-storage.ts";

const now = new Date();
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

let folder: TemporaryFolder;
let file: string;
let name: string;
const s3 = await forFile(startS3Server());
beforeEach(async () => {
  folder = await temporaryFolder();
  await folder.write({ "a video.webm": bytes });
  file = join(folder.path, "a video.webm");
  name = await storedName(file);
  return () => folder.remove();
});

const listed = async (storage: MediaStorage) => {
  const names: string[] = [];
  for await (const one of storage.list(now)) names.push(one.name);
  return names;
};

test("a file is named by the SHA-256 of its bytes", () => {
  expect(name).toBe(`${createHash("sha256").update(bytes).digest("hex")}.webm`);
});

describe.each([
  ["a folder", () => folderStorage({ dataDir: folder.path, mediaDir: null })],
  ["an S3 service", () => s3Storage(s3.settings)],
])("%s", (_, open) => {
  test("stores, reads, lists and removes files", async () => {
    const storage = open();
    expect(await storage.sizeOf(name)).toBeNull();
    expect(await storage.read(name, null)).toBeNull();
    await storage.store(file, name);
    expect(await storage.sizeOf(name)).toBe(5000);
    const whole = await storage.read(name, null);
    expect(whole && (await buffer(whole)).equals(bytes)).toBe(true);
    const part = await storage.read(name, { start: 4990, end: 4999 });
    expect(part && (await buffer(part)).equals(bytes.subarray(4990))).toBe(true);
    expect(await listed(storage)).toEqual([name]);
    await storage.remove(name);
    expect([await storage.sizeOf(name), await listed(storage)]).toEqual([null, []]);
    await storage.remove(name);
  });

  test("knows by the name that a file is there, and does not store it again", async () => {
    await open().store(file, name);
    await writeFile(file, "something else");
    await open().store(file, name);
    expect(await open().sizeOf(name)).toBe(5000);
    await open().remove(name);
  });
});

describe("a folder", () => {
  test("has no file of a copy that was killed, and the next copy removes it an hour later", async () => {
    const storage = folderStorage({ dataDir: folder.path, mediaDir: null });
    const drafts = [`media/${name}.1.draft`, `media/${name}.2.draft`];
    await folder.write(Object.fromEntries(drafts.map((path) => [path, "half of it"])));
    const [old = ""] = drafts;
    const before = new Date(now.getTime() - 2 * hourMs);
    await utimes(join(folder.path, old), before, before);
    expect(await storage.sizeOf(name)).toBeNull();
    await storage.store(file, name);
    expect(await listed(storage)).toEqual([name]);
    expect(await readdir(join(folder.path, "media"))).toEqual([name, `${name}.2.draft`]);
  });
});

describe("an S3 service", () => {
  test("gets the file once, below the prefix", async () => {
    const storage = s3Storage(s3.settings);
    s3.methods.length = 0;
    await storage.store(file, name);
    await storage.store(file, name);
    expect(s3.methods).toEqual(["HEAD", "PUT", "HEAD"]);
    const outside = s3Storage({ ...s3.settings, prefix: "" });
    expect(await listed(outside)).toEqual([`library/${name}`]);
    await storage.remove(name);
  });

  test("lists more files than one answer of the service has", async () => {
    const storage = s3Storage(s3.settings);
    const names = Array.from({ length: 255 }, (_, at) => `${String(at).padStart(4, "0")}.webm`);
    await writeFile(file, "a");
    for (let from = 0; from < names.length; from += 50) {
      await Promise.all(names.slice(from, from + 50).map((one) => storage.store(file, one)));
    }
    expect((await listed(storage)).toSorted()).toEqual(names);
    await Promise.all(names.map((one) => storage.remove(one)));
  });

  test.each([[500], [403]])(
    "that answers %i is an error that says so, without keys",
    async (status) => {
      s3.fault = status;
      const storage = s3Storage({ ...s3.settings, secretKey: "of-nobody" });
      try {
        const failures = await Promise.all(
          [
            storage.sizeOf(name),
            storage.read(name, null),
            storage.store(file, name),
            listed(storage),
          ].map((result) =>
            result.then(
              () => null,
              (error: unknown) => error,
            ),
          ),
        );
        for (const failure of failures) {
          expect(failure).toBeInstanceOf(MediaStorageError);
          expect(String(failure)).toContain(`(${status})`);
          expect(String(failure)).not.toContain("of-nobody");
        }
      } finally {
        s3.fault = null;
      }
    },
  );

  test("that cannot be reached is an error", async () => {
    const storage = s3Storage({ ...s3.settings, endpoint: "http://127.0.0.1:1" });
    await expect(storage.sizeOf(name)).rejects.toThrow(/S3 service that stores media failed/);
  });
});
