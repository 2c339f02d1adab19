import type * as fs from "node:fs/promises";
import { statfs } from "node:fs/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { explainFailure } from "#api/cli/explain-failure.ts";
import { call } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { isDiskFull, requireDisk } from "./disk.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, statfs: vi.fn(real.statfs), writeFile: vi.fn(real.writeFile) };
});

const megabyte = 1_000_000;
const portal = await forFile(createContentPortal());
const { config } = portal.portal;
const withPostgres = { ...config, databaseUrl: "postgres://db/portal" };

/** Has the disk of all folders be of 10 GB, with so much of it free. */
const leave = (free: number) =>
  vi
    .mocked(statfs)
    .mockResolvedValue({ bavail: free, blocks: 10_000 * megabyte, bsize: 1 } as never);

beforeEach(() => void leave(5000 * megabyte));

const isReady = async () => {
  vi.spyOn(portal.portal.jobs, "isWorking", "get").mockReturnValue(true);
  return (await portal.app.inject("/api/health/ready")).statusCode === 200;
};

describe("a portal whose disk is full", () => {
  test("is not ready, and says so before anything is written, in both languages", async () => {
    expect(await isReady()).toBe(true);
    leave(10 * megabyte);
    expect(await isReady()).toBe(false);
    const send = (language: string) =>
      call(portal, "POST", "/contact", { body: {}, headers: { "accept-language": language } });
    expect(await send("en")).toMatchObject({
      status: 507,
      body: { code: "storage-full", message: expect.stringContaining("disk space") },
    });
    expect((await send("pl")).body.message).toContain("na dysku");
    expect((await portal.get("/content/articles")).statusCode).toBe(200);
    leave(5000 * megabyte);
    expect(await isReady()).toBe(true);
  });

  test("is not ready either if only a write tells of it", async () => {
    const { writeFile } = await import("node:fs/promises");
    const full = Object.assign(new Error("no space left"), { code: "EDQUOT" });
    vi.mocked(writeFile).mockRejectedValueOnce(full);
    expect(await isReady()).toBe(false);
    expect(await isReady()).toBe(true);
  });

  test("does not start, and names the folder, what is free and the way out", async () => {
    leave(3 * megabyte);
    const failure = await requireDisk(config).catch((error: unknown) => error);
    expect(explainFailure(failure, config)).toBe(
      `The disk of ${config.dataDir} (DATA_DIR) is full: 3 MB are free, and a start needs 96 MB. Make room on it, or set another DATA_DIR with the files of this one.`,
    );
    await requireDisk(withPostgres);
    leave(0);
    await expect(requireDisk(withPostgres)).rejects.toThrow("a start needs 1 MB");
  });
});

describe("files", () => {
  const upload = async (bytes: number) => {
    const { slug } = (
      await portal.send("POST", "/studio/entries", "admin", { kind: "videos", title: "Clip" })
    ).json();
    return portal.app.inject({
      method: "POST",
      url: `/api/studio/videos/${slug}/posters`,
      headers: { ...portal.headersOf.admin, "content-type": "image/png", "content-length": bytes },
      payload: Buffer.alloc(1000),
    });
  };

  test("that would leave too little of the disk are refused before they are sent", async () => {
    leave(560 * megabyte);
    expect((await upload(1000)).json()).toMatchObject({ code: "validation" });
    expect((await upload(29 * megabyte)).json()).toMatchObject({ code: "storage-full" });
  });
});

test.each([
  ["the file system", Object.assign(new Error("x"), { code: "ENOSPC" })],
  ["a limit of the user", Object.assign(new Error("x"), { code: "EDQUOT" })],
  [
    "PostgreSQL",
    new Error("Failed query", { cause: Object.assign(new Error(), { code: "53100" }) }),
  ],
  ["the embedded database", { name: "ErrnoError", errno: 51 }],
])("a full disk is known by what %s says", (_, error) => {
  expect(isDiskFull(error)).toBe(true);
  expect(explainFailure(error, config)).toMatch(/^The disk of .* is full/);
  expect(isDiskFull(new Error("other", { cause: new Error("one") }))).toBe(false);
});
