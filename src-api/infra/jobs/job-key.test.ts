import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { readJobKey, warnOfOtherJobKey } from "./job-key.ts";

describe("the key", () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  test("is made once, also by processes that start at the same time, for its owner only", async () => {
    const dataDir = join(folder.path, "data");
    const keys = await Promise.all(Array.from({ length: 5 }, () => readJobKey(dataDir)));
    keys.push(await readJobKey(dataDir));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await stat(join(dataDir, "job-key"))).mode & 0o777).toBe(0o600);
  });

  test("is not replaced when its file holds something else", async () => {
    const file = join(folder.path, "job-key");
    await writeFile(file, "short");
    await expect(readJobKey(folder.path)).rejects.toThrow("job-key is not a key of 32 bytes");
    expect(await readFile(file, "utf8")).toBe("short");
  });
});

describe("the warning", () => {
  let it: TestPortal;
  beforeAll(async () => {
    it = await createTestPortal();
  });
  afterAll(() => it.close());

  test("a process whose job-key differs from that of the first process logs a warning", async () => {
    const log = { warn: vi.fn() };
    const start = (key: string) => warnOfOtherJobKey(it.portal.database, Buffer.from(key), log);
    await start("shared key");
    await start("shared key");
    expect(log.warn).not.toHaveBeenCalled();
    await start("another key");
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("job-key"));
  });
});
