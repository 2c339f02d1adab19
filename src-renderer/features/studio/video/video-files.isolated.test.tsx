import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { DetailedError as RealError, type UploadOptions } from "tus-js-client";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { getStudioEntry, saveDraft, type Draft, type StudioEntry } from "#shared/api/studio.ts";
import { listUploads, storeVideo, uploadCaptions } from "#shared/api/studio-videos.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { DraftSaver } from "../saving/draft-saver.ts";
import { useDraft } from "../saving/use-draft.ts";
import { sampleEntry } from "../testing/sample-studio.ts";
import { readVideo } from "./read-video.ts";
import { VideoFiles } from "./video-files.tsx";
import { cancelVideo, uploadVideo } from "./video-uploads.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("./read-video.ts", () => ({ readVideo: vi.fn() }));

// The stand-in below has no arguments.
const DetailedError = RealError as unknown as new (message: string) => RealError;

type FakeUpload = { options: UploadOptions; url: string | null; starts: number; aborts: number };
const uploads = vi.hoisted((): FakeUpload[] => []);
const terminated = vi.hoisted((): string[] => []);
vi.mock("tus-js-client", () => ({
  DetailedError: class extends Error {},
  Upload: class {
    url: string | null = null;
    starts = 0;
    aborts = 0;
    options: UploadOptions;
    constructor(_: File, options: UploadOptions) {
      this.options = options;
      uploads.push(this);
    }
    start() {
      this.starts += 1;
    }
    async abort() {
      this.aborts += 1;
    }
    static async terminate(url: string) {
      terminated.push(url);
    }
  },
}));

const id = "0123456789abcdef0123456789abcdef";
const slug = "front-cross";
const entry = sampleEntry({ kind: "videos", slug });
const stored: StudioEntry = { ...entry, pictures: { "front-cross-01234567.mp4": "/video.mp4" } };
const file = new File(["x".repeat(1000)], "Clip.MP4", { type: "video/mp4", lastModified: 5 });

let saver: DraftSaver;
function Shown() {
  return <VideoFiles saver={saver} state={useDraft(saver)} isReadOnly={false} />;
}
function show() {
  saver = new DraftSaver(entry, "1");
  return renderPage(<Shown />);
}

/** Chooses a file with the first button, or the one of a kind of files. */
function choose(chosen: File, accept = "video/mp4") {
  const input = document.querySelector(`input[accept*="${accept}"]`);
  if (!input) throw new Error("There is no such button.");
  fireEvent.change(input, { target: { files: [chosen] } });
}

const started = async () => {
  await waitFor(() => expect(uploads).toHaveLength(1));
  const [upload] = uploads;
  if (!upload) throw new Error("Nothing was sent.");
  return upload;
};

beforeEach(() => {
  cancelVideo(slug);
  uploads.length = 0;
  terminated.length = 0;
  vi.mocked(readVideo).mockReset().mockResolvedValue({ durationSeconds: 83, framesPerSecond: 50 });
  answer(getStudioEntry, {
    get data() {
      const saved = sentTo(saveDraft).at(-1)?.input.body as { draft: Draft } | undefined; // of the endpoint
      return { ...stored, draft: saved?.draft ?? entry.draft };
    },
  });
  answer(saveDraft, {
    data: {
      revision: 6,
      edited: { by: "Ada", at: "2026-11-26T10:00:00.000Z", isOwn: true },
      problems: [],
    },
  });
});

it("a video is sent in parts, can be paused, and becomes that of the entry", async () => {
  const user = show();
  choose(file);
  const upload = await started();
  expect(upload.options).toMatchObject({
    endpoint: "/api/studio/uploads",
    metadata: { slug, filename: "Clip.MP4", filetype: "video/mp4" },
  });
  act(() => upload.options.onProgress?.(400, 1000));
  expect(screen.getByRole("progressbar")).toHaveProperty("value", 400);
  await user.click(screen.getByRole("button", { name: "Pause" }));
  expect(upload.aborts).toBe(1);
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(upload.starts).toBe(2);
  upload.url = `http://localhost/api/studio/uploads/${id}`;
  answer(storeVideo, { data: { name: "front-cross-01234567.mp4" } });
  act(() => {
    upload.options.onUploadUrlAvailable?.();
    upload.options.onSuccess?.({ lastResponse: {} as never });
  });
  await waitFor(() => expect(document.querySelector("video")).not.toBeNull());
  expect(sentTo(storeVideo).at(-1)?.input.body).toEqual({ upload: id });
  expect(saver.read().draft.metadata).toMatchObject({
    source: "front-cross-01234567.mp4",
    durationSeconds: 83,
    framesPerSecond: 50,
  });
  expect(sentTo(saveDraft)).not.toEqual([]);
  expect(platform.read("videoUploads")).toEqual({});
});

it("what was typed while a video was stored is kept", async () => {
  show();
  choose(file);
  const upload = await started();
  upload.url = `/api/studio/uploads/${id}`;
  const { promise, resolve } = Promise.withResolvers<{ data: unknown }>();
  answer(storeVideo, promise);
  act(() => {
    upload.options.onUploadUrlAvailable?.();
    upload.options.onSuccess?.({ lastResponse: {} as never });
  });
  await screen.findAllByText("Checking and storing the video…");
  act(() =>
    saver.change((draft) => ({ ...draft, metadata: { ...draft.metadata, author: "Grace" } })),
  );
  resolve({ data: { name: "front-cross-01234567.mp4" } });
  await waitFor(() => expect(saver.read().draft.metadata).toHaveProperty("source"));
  expect(saver.read().draft.metadata).toMatchObject({ author: "Grace" });
  expect(saver.read().status.kind).not.toBe("conflict");
});

it.each([
  ["a type that is not accepted", new File(["x"], "clip.mov", { type: "video/quicktime" }), "MP4"],
  ["a name that does not fit its type", new File(["x"], "a.mp4", { type: "video/webm" }), "MP4"],
])("%s is refused before anything is sent", async (_, wrong, words) => {
  show();
  choose(wrong);
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(uploads).toEqual([]);
});

it("a file that the browser cannot play is refused before anything is sent", async () => {
  vi.mocked(readVideo).mockResolvedValue(null);
  show();
  choose(file);
  expect((await screen.findByRole("alert")).textContent).toContain("cannot play");
  expect(uploads).toEqual([]);
});

it("what the API says of the content stands there in its words, and another file can be chosen", async () => {
  show();
  choose(file);
  const upload = await started();
  upload.url = `/api/studio/uploads/${id}`;
  const fields = { video: "This video is incomplete or damaged." };
  answer(storeVideo, {
    error: { kind: "rejected", code: "validation", status: 400, message: "", fields },
  });
  act(() => {
    upload.options.onUploadUrlAvailable?.();
    upload.options.onSuccess?.({ lastResponse: {} as never });
  });
  expect((await screen.findByRole("alert")).textContent).toContain("damaged");
  screen.getByRole("button", { name: "Choose a video" });
});

it("without a connection an upload waits, and goes on by itself", async () => {
  vi.stubGlobal("fetch", async () => new Response());
  show();
  choose(file);
  const upload = await started();
  act(() => upload.options.onError?.(new Error("network")));
  await screen.findByText(/No connection/);
  await waitFor(() => expect(upload.starts).toBe(2));
  vi.unstubAllGlobals();
});

it.each([
  ["too-many-uploads", 429],
  ["storage-full", 507],
] as const)(
  "a video that there is no room for (%s) stays chosen, and is sent once another upload is over",
  async (code, status) => {
    const user = show();
    choose(file);
    const upload = await started();
    const refusal = Object.assign(new DetailedError(""), {
      originalResponse: {
        getStatus: () => status,
        getBody: () => JSON.stringify({ code, message: "Not now." }),
      },
    });
    act(() => upload.options.onError?.(refusal));
    await screen.findByText("Not now.");
    screen.getByText(/Your file is still selected/);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(upload.starts).toBe(2);
    act(() => upload.options.onError?.(refusal));
    await act(() => uploadVideo("another", file));
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(upload.starts).toBe(2);
    act(() => cancelVideo("another"));
    expect(upload.starts).toBe(3);
    expect(screen.queryByText("Not now.")).toBeNull();
  },
);

it("unfinished uploads of other entries and devices are listed, and removed so that one that waits begins", async () => {
  const others = ["1".repeat(32), "2".repeat(32)].map((other, at) => ({
    id: other,
    name: `clip-${at}.mp4`,
    slug: `entry-${at}`,
    title: at === 0 ? "Weave entries" : null,
    size: 900_000_000,
    sent: 5_242_880,
    since: "2026-02-27T10:00:00.000Z",
  }));
  answer(listUploads, { data: { items: others } });
  const demo = brand;
  onTestFinished(() => setBrand(demo));
  setBrand({ ...demo, languages: ["pl"] }); // the titles are in its first language
  const user = show();
  choose(file);
  const upload = await started();
  const list = await screen.findByRole("region", { name: "Your other unfinished uploads" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^clip-0\.mp4: 6 of 900 MBWeave entries · since .*27.*2026.*Remove$/),
    expect.stringMatching(/^clip-1\.mp4: 6 of 900 MBsince .*27.*2026.*Remove$/),
  ]);
  expect(within(list).getByRole("link").getAttribute("href")).toBe("/studio/videos/entry-0");
  expect(within(list).getByText("Weave entries").lang).toBe("pl");
  const refusal = Object.assign(new DetailedError("refused"), {
    originalResponse: {
      getStatus: () => 429,
      getBody: () => JSON.stringify({ code: "too-many-uploads", message: "Not now." }),
    },
  });
  act(() => upload.options.onError?.(refusal));
  await screen.findByText("Not now.");
  answer(listUploads, { data: { items: others.slice(1) } });
  await user.click(within(list).getByRole("button", { name: "Remove the upload of clip-0.mp4" }));
  await waitFor(() => expect(screen.queryByText(/^clip-0/)).toBeNull());
  expect(terminated).toEqual([`/api/studio/uploads/${"1".repeat(32)}`]);
  expect(upload.starts).toBe(2);
  expect(screen.queryByText("Not now.")).toBeNull();
});

const noted = { id, name: "Clip.MP4", size: 1000, modifiedAt: 5, sent: 600 };
const facts = { durationSeconds: 83, framesPerSecond: null };

it("another file begins anew, and what the API has of the first one goes", async () => {
  platform.write("videoUploads", { [slug]: { ...noted, ...facts } });
  show();
  choose(new File(["y"], "other.mp4", { type: "video/mp4", lastModified: 5 }));
  const upload = await started();
  expect(upload.options.uploadUrl).toBeUndefined();
  expect(terminated).toEqual([`/api/studio/uploads/${id}`]);
});

it("what was complete when the browser was closed is stored without the file", async () => {
  platform.write("videoUploads", { [slug]: { ...noted, ...facts, sent: 1000 } });
  answer(storeVideo, { data: { name: "front-cross-01234567.mp4" } });
  show();
  await waitFor(() => expect(saver.read().draft.metadata).toMatchObject({ durationSeconds: 83 }));
});

it("captions are stored by their language, and refused in words", async () => {
  const user = show();
  const fields = { captions: "This is no WebVTT file." };
  answer(uploadCaptions, {
    error: { kind: "rejected", code: "validation", status: 400, message: "", fields },
  });
  choose(new File(["1"], "a.vtt"), ".vtt");
  expect((await screen.findByRole("alert")).textContent).toBe("This is no WebVTT file.");
  // What keeps the entry from being published is another thing.
  expect(saver.read().problems).toEqual(entry.problems);
  answer(uploadCaptions, { data: "" });
  choose(new File(["WEBVTT"], "a.vtt"), ".vtt");
  await screen.findByText("English: Stored");
  expect(sentTo(uploadCaptions).at(-1)?.input.params).toEqual({ slug, language: "en" });
  expect(saver.read().draft.metadata["captions"]).toEqual(["en"]);
  await user.click(screen.getByRole("button", { name: "Remove captions: English" }));
  expect(saver.read().draft.metadata["captions"]).toEqual([]);
});
