import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getContent } from "#shared/api/library.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renewLease } from "#renderer/session/lease.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { findVideo, readVideo } from "./offline-videos.ts";
import { readOfflineLibrary } from "./read-offline-library.ts";
import { cancelDownload, downloadVideo, useDownload } from "./video-downloads.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

// jsdom lacks streams, and its blobs cannot be stored.
const { Blob: NodeBlob } = await vi.importActual<{ Blob: typeof Blob }>("node:buffer");
const { ReadableStream: NodeStream } = await vi.importActual<{
  ReadableStream: typeof ReadableStream;
}>("node:stream/web");

const slug = "seesaw";
const media = {
  source: { src: "/api/media/seesaw.webm?signature=1", type: "video/webm" },
  captions: [{ language: "en", src: "/api/media/seesaw.en.vtt?signature=1" }],
} as const;
/** Longer than a part. */
const size = 9_000_000;
const piece = Uint8Array.from({ length: 1_000_000 }, (_, i) => i % 251);

/** Answers with a file of bytes that count, in pieces of a megabyte; `broken` ends it too early. */
function serveFile({ broken = false, onPiece = () => {} } = {}) {
  const fetchFile = async (src: string, { signal }: RequestInit = {}) => {
    if (src.includes(".vtt")) return new Response("WEBVTT");
    let sent = 0;
    const body = new NodeStream<Uint8Array>({
      pull: (controller) => {
        if (signal?.aborted) return controller.error(signal.reason);
        if (sent >= (broken ? size / 2 : size)) return controller.close();
        controller.enqueue(piece.slice());
        sent += 1_000_000;
        return onPiece();
      },
    });
    return new Response(body, { headers: { "content-length": `${size}` } });
  };
  vi.stubGlobal("fetch", vi.fn(fetchFile));
}

const shown = () => renderHook(() => useDownload(slug)).result.current;

/** Whether anything of the video is left on the device. */
const isLeft = async () =>
  platform.offlineLibrary.transact(async (transaction) => {
    const counts = [
      transaction.objectStore("videos").count(),
      transaction.objectStore("parts").count(),
    ];
    return (await Promise.all(counts)).some((count) => count > 0);
  });

beforeEach(async () => {
  // jsdom's cannot be stored.
  vi.stubGlobal("Blob", NodeBlob);
  platform.write("token", "t1");
  useSession.setState({ status: "ready", token: "t1", user: ada });
  await renewLease(ada);
  answer(getContent, {
    data: entry({ kind: "videos", slug, media: structuredClone(media) as never }),
  });
});
afterEach(() => void vi.restoreAllMocks());

it("a video is stored part by part, with its captions and its notes", async () => {
  serveFile();
  await downloadVideo(slug);
  expect(shown()).toBeNull();
  const stored = await readVideo(slug);
  expect(stored?.video).toMatchObject({
    bytes: size,
    parts: 2,
    isComplete: true,
    type: "video/webm",
  });
  expect(stored?.video.captions).toEqual([{ language: "en", text: "WEBVTT" }]);
  const bytes = new Uint8Array((await stored?.file.arrayBuffer()) ?? []);
  expect(bytes).toHaveLength(size);
  expect([0, 1, 4_500_000].map((at) => bytes[at])).toEqual([0, 1, 500_000 % 251]);
  expect((await readOfflineLibrary())?.entries.map((each) => each.entry.slug)).toEqual([slug]);
});

it("one that is cancelled leaves nothing and says nothing", async () => {
  serveFile({ onPiece: () => cancelDownload(slug) });
  await downloadVideo(slug);
  expect(shown()).toBeNull();
  expect(await isLeft()).toBe(false);
});

it("one that breaks off leaves nothing, says so, and can be tried again", async () => {
  serveFile({ broken: true });
  await downloadVideo(slug);
  expect(shown()).toEqual({ failure: { code: "failed" } });
  expect(await isLeft()).toBe(false);
  serveFile();
  await downloadVideo(slug);
  expect((await findVideo(slug))?.isComplete).toBe(true);
});

it("one that the device has no room for is not begun, and the free room is told", async () => {
  serveFile();
  const estimate = async () => ({ quota: 10_000_000, usage: 6_500_000 });
  Object.defineProperty(navigator, "storage", {
    value: { estimate, persist: async () => false },
    configurable: true,
  });
  await downloadVideo(slug);
  expect(shown()).toEqual({ failure: { code: "no-room", free: 3_000_000 } });
  expect(await isLeft()).toBe(false);
  Reflect.deleteProperty(navigator, "storage");
});

it("one that fills the device on the way goes again", async () => {
  serveFile();
  const transact = platform.offlineLibrary.transact.bind(platform.offlineLibrary);
  let runs = 0;
  vi.spyOn(platform.offlineLibrary, "transact").mockImplementation((run) => {
    runs += 1;
    // The lease, the video, its first part.
    if (runs === 3) throw new DOMException("full", "QuotaExceededError");
    return transact(run);
  });
  await downloadVideo(slug);
  await waitFor(() => expect(shown()).toMatchObject({ failure: { code: "no-room" } }));
  expect(await isLeft()).toBe(false);
});
