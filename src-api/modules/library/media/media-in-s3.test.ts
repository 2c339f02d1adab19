import { afterEach, describe, expect, test } from "vitest";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { startS3Server } from "#api/testing/s3-server.ts";
import { entryJson, markdown, sampleContent, videoBytes } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { removeUnusedMedia, unusedLifeMs } from "./unused-media.ts";

/** Every file has other bytes: the same ones are stored once. */
const files = { ...sampleContent, "videos/of-tomorrow/of-tomorrow.webm": "another video" };

const s3 = await forFile(startS3Server());
const portal = await forFile(createContentPortal(files, {}, { mediaS3: s3.settings }));
const folder = await forFile(temporaryFolder());
await folder.write(files);
afterEach(() => void (s3.fault = null));

async function addresses() {
  const { media } = (await portal.get("/content/videos/front-cross", "member")).json();
  return { video: String(media.source.src), captions: String(media.captions[0].src) };
}
const fetchFile = (url: string, headers = {}, method: "GET" | "HEAD" = "GET") =>
  portal.app.inject({ url, headers, method });
const storedNames = async () => {
  const names: string[] = [];
  const storage = openMediaStorage(portal.portal.config);
  for await (const { name } of storage.list(portal.portal.now())) names.push(name);
  return names.toSorted();
};

describe("media in an S3 service", () => {
  test("are served by signed addresses of the portal, as from a folder", async () => {
    const { video, captions } = await addresses();
    expect(video).toMatch(/^\/api\/media\/videos\/front-cross\/front-cross\.webm\?session=/);
    const answer = await fetchFile(video);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(videoBytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "video/webm",
      "content-length": "5000",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    const track = await fetchFile(captions);
    expect(track.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(track.body).toContain("Turn early.");
    const still = await portal.get("/media/posters/front-cross.webp");
    expect([still.body, still.headers["content-type"]]).toEqual(["a still", "image/webp"]);
    expect((await fetchFile(video.replace("signature=", "signature=x"))).statusCode).toBe(403);
  });

  test.each([
    ["bytes=0-99", 0, 100],
    ["bytes=4000-", 4000, 5000],
    ["bytes=-10", 4990, 5000],
    ["bytes=4990-9999", 4990, 5000],
  ])("%s are 206 with exactly these bytes", async (range, from, to) => {
    const answer = await fetchFile((await addresses()).video, { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers["content-range"]).toBe(`bytes ${from}-${to - 1}/5000`);
    expect(answer.headers["content-length"]).toBe(String(to - from));
    expect(answer.rawPayload.equals(videoBytes.subarray(from, to))).toBe(true);
  });

  test("answer 416, HEAD, If-Range and If-None-Match", async () => {
    const { video } = await addresses();
    const beyond = await fetchFile(video, { range: "bytes=5000-" });
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, "bytes */5000"]);
    s3.methods.length = 0;
    const head = await fetchFile(video, {}, "HEAD");
    expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "5000", ""]);
    expect(s3.methods, "no bytes are fetched").not.toContain("GET");
    const etag = String(head.headers.etag);
    const range = "bytes=0-9";
    expect((await fetchFile(video, { range, "if-range": etag })).statusCode).toBe(206);
    expect((await fetchFile(video, { range, "if-range": '"other"' })).statusCode).toBe(200);
    expect((await fetchFile(video, { "if-none-match": etag })).statusCode).toBe(304);
  });

  test.each([500, 403] as const)(
    "are 503 while the service answers %i, and nothing else is affected",
    async (status) => {
      const { video } = await addresses();
      s3.fault = status;
      const answer = await fetchFile(video, { range: "bytes=0-9", "accept-language": "pl" });
      expect([answer.statusCode, answer.json().code]).toEqual([503, "media-unavailable"]);
      expect(answer.json().message).toMatch(/^Filmy, zdjęcia/);
      expect(answer.headers).toMatchObject({ "retry-after": "10", "cache-control": "no-store" });
      expect((await portal.get("/content/videos/front-cross", "member")).statusCode).toBe(200);
      expect((await portal.app.inject("/api/health")).statusCode).toBe(200);
      s3.fault = null;
      expect((await fetchFile(video)).statusCode).toBe(200);
    },
  );
});

describe("synchronising with an S3 service", () => {
  test("uploads each file once, what is gone again, and a changed one under another name", async () => {
    const before = await storedNames();
    expect(before).toHaveLength(5);
    s3.methods.length = 0;
    expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: 0 });
    expect(s3.methods).not.toContain("PUT");

    await openMediaStorage(portal.portal.config).remove(before[0] ?? "");
    await syncFolder(portal.portal, folder.path);
    expect(await storedNames()).toEqual(before);

    await folder.write({ "videos/front-cross/front-cross.webm": Buffer.from("recorded again") });
    expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: 1 });
    expect((await fetchFile((await addresses()).video)).body).toBe("recorded again");
    expect(await storedNames()).toHaveLength(6);
  });

  test("keeps the former version of an entry while the service is unavailable", async () => {
    await folder.write({
      "videos/new/entry.json": entryJson("2026-02-05T07:00:00Z", {
        durationSeconds: 5,
        source: "new.webm",
        poster: "new.webp",
      }),
      "videos/new/en.md": markdown("New"),
      "videos/new/new.webm": "new video",
      "videos/new/new.webp": "new still",
    });
    s3.fault = 503;
    await expect(syncFolder(portal.portal, folder.path)).rejects.toThrow(/S3 service/);
    expect((await portal.get("/content/videos/new/teaser")).statusCode).toBe(404);
    s3.fault = null;
    await syncFolder(portal.portal, folder.path);
    expect((await portal.get("/media/posters/new.webp")).body).toBe("new still");
  });
});

test("files that no entry has named for a day are removed, and no others", async () => {
  const used = await storedNames();
  const loose = await temporaryFolder();
  await loose.write({ file: "of a killed import" });
  const storage = openMediaStorage(portal.portal.config);
  await storage.store(`${loose.path}/file`, `${"0".repeat(64)}.webp`);
  await storage.store(`${loose.path}/file`, "of-another-program.webp");
  await loose.remove();
  const now = () => new Date();
  expect(await removeUnusedMedia({ ...portal.portal, now })).toBe(0);
  const later = () => new Date(Date.now() + unusedLifeMs + 60_000);
  const removed = await removeUnusedMedia({ ...portal.portal, now: later });
  // the former version of a video, and the file of no entry
  expect(removed).toBe(2);
  const remaining = await storedNames();
  expect(remaining).toContain("of-another-program.webp");
  expect(remaining).not.toContain(`${"0".repeat(64)}.webp`);
  expect(used.filter((name) => !remaining.includes(name))).toHaveLength(1);
  expect((await fetchFile((await addresses()).video)).statusCode).toBe(200);
});
