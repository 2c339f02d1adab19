import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { connect } from "#api/infra/database/connect.ts";
import { markMedia, requireMediaDir, watchSeparateMedia } from "./shared-media.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  return () => folder.remove();
});

test("A MEDIA_DIR that is not there, such as one that is not mounted, is refused by its name", async () => {
  const mediaDir = `${folder.path}/shared`;
  const config = { mediaDir };
  await expect(requireMediaDir(config)).rejects.toThrow(`no folder ${mediaDir} (MEDIA_DIR)`);
  await folder.write({ "shared/file": randomBytes(1) });
  await requireMediaDir(config);
  const file = `${mediaDir}/file`;
  await expect(requireMediaDir({ mediaDir: file })).rejects.toThrow(
    `${file} (MEDIA_DIR) is a file, and has to be a folder. Name a folder, or remove MEDIA_DIR`,
  );
  await expect(requireMediaDir({ mediaDir: `${file}/folder` })).rejects.toThrow(
    `${file}/folder (MEDIA_DIR)`,
  );
});

// Several instances need PostgreSQL.
describe.skipIf(inject("databaseUrl") === null)("the start of a second instance", () => {
  let database: OwnDatabase;
  const opened: (() => Promise<void>)[] = [];
  /** How often each instance has warned until now. */
  const warned = new Map<string, () => number>();
  beforeEach(async () => {
    database = await createOwnDatabase(inject("databaseUrl") ?? "");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
    await database.drop();
  });

  const s3 = {
    endpoint: null,
    region: "r",
    bucket: "b",
    accessKey: "a",
    secretKey: "s",
    pathStyle: false,
    prefix: "",
  };

  /** Starts what an instance starts first. Returns what it warns of. */
  async function start(name: string, more: { mediaDir?: string; mediaS3?: typeof s3 } = {}) {
    const dataDir = `${folder.path}/${name}`;
    const config = { dataDir, mediaDir: null, mediaS3: null, databaseUrl: database.url, ...more };
    const mark = await markMedia(config);
    const connection = await connect(config, mark);
    opened.push(connection.close);
    const warn = vi.fn();
    const ground = { database: connection.database, config };
    const end = await watchSeparateMedia(ground, mark, { log: { warn }, everyMs: 50 });
    opened.push(async () => end());
    warned.set(name, () => warn.mock.calls.length);
    return warn.mock.calls.length;
  }

  const shared = () => ({ mediaDir: `${folder.path}/shared` });

  test("warns of two folders, once each, also in the log of the one that was there before", async () => {
    expect([await start("one"), await start("two")]).toEqual([0, 1]);
    await expect.poll(() => warned.get("one")?.()).toBe(1);
    expect(warned.get("two")?.()).toBe(1);
  });

  test("warns of a folder that was copied to the second instance", async () => {
    await start("one");
    await cp(`${folder.path}/one`, `${folder.path}/two`, { recursive: true });
    expect([await start("one"), await start("two")]).toEqual([0, 1]);
  });

  test("warns of a folder beside a bucket, and of two buckets", async () => {
    expect(await start("one", { mediaS3: s3 })).toBe(0);
    expect(await start("two", shared())).toBe(1);
    expect(await start("three", { mediaS3: { ...s3, bucket: "c" } })).toBe(1);
  });

  test("says nothing of one shared folder, one bucket, or an instance that starts again", async () => {
    expect([await start("one", shared()), await start("two", shared())]).toEqual([0, 0]);
    expect(await start("one", shared())).toBe(0);
    await Promise.all(opened.splice(0).map((close) => close()));
    expect([await start("one", { mediaS3: s3 }), await start("two", { mediaS3: s3 })]).toEqual([
      0, 0,
    ]);
  });
});
