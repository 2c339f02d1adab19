import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { readJobKey, seal, unseal } from "./sealed.ts";

describe("a sealed value", () => {
  const key = randomBytes(32);
  const value = { code: "482913" };

  test("is read with the same key and job only, and differs each time", () => {
    const sealed = seal(key, "a", value);
    expect(unseal(key, "a", sealed)).toEqual(value);
    expect(seal(key, "a", value)).not.toEqual(sealed);
    expect(() => unseal(randomBytes(32), "a", sealed)).toThrow("authenticate");
    expect(() => unseal(key, "b", sealed)).toThrow("authenticate");
  });

  test("is not read when it was changed or cut", () => {
    const bytes = Buffer.from(seal(key, "a", value).sealed, "base64");
    const cut = { sealed: bytes.subarray(0, 20).toString("base64") };
    bytes[bytes.length - 1]! ^= 1;
    for (const wrong of [{ sealed: bytes.toString("base64") }, cut, { code: "482913" }, null]) {
      expect(() => unseal(key, "a", wrong)).toThrow(Error);
    }
  });
});

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
