import { cleanup, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "#shared/api/library.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { fakeMedia } from "./testing/fake-media.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { VideoPlayer } from "./video-player.tsx";

const signed = (signature: string) => ({
  source: { src: `/api/media/videos/seesaw/seesaw.webm?${signature}`, type: "video/webm" },
  captions: [
    { language: "en" as const, src: `/api/media/videos/seesaw/seesaw.en.vtt?${signature}` },
    { language: "pl" as const, src: `/api/media/videos/seesaw/seesaw.pl.vtt?${signature}` },
  ],
});

type Reload = () => Promise<Entry | null>;

let media: ReturnType<typeof fakeMedia>;

const onPress = vi.fn<() => void>();
const onSeek = vi.fn<(by: number) => void>();

beforeEach(() => {
  onPress.mockClear();
  onSeek.mockClear();
  media = fakeMedia();
});

function open(reload: Reload) {
  const player = createRef<HTMLVideoElement>();
  const user = renderPage(
    <VideoPlayer
      title="The seesaw"
      media={signed("old")}
      poster={undefined}
      reload={reload}
      player={player}
      onPress={onPress}
      onSeek={onSeek}
      onCues={() => {}}
    />,
  );
  const video = screen.getByLabelText<HTMLVideoElement>("The seesaw");
  return { user, video };
}

/** The video fails at a moment, while it plays. */
function failAt(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds;
  Object.defineProperty(video, "paused", { value: false, configurable: true });
  fireEvent.error(video);
}

describe("a video whose address expired", () => {
  it("is renewed once without a message, and continues where it was", async () => {
    const reload = vi.fn<Reload>(async () => entry({ media: signed("fresh") }));
    const { video } = open(reload);
    failAt(video, 17);
    await waitFor(() => expect(media.load).toHaveBeenCalledOnce());
    expect(video.getAttribute("src")).toContain("?fresh");
    video.currentTime = 0;
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(17);
    expect(media.play).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says so when the new address fails too, and continues there after a retry", async () => {
    const reload = vi.fn<Reload>(async () => entry({ media: signed("fresh") }));
    const { user, video } = open(reload);
    failAt(video, 17);
    await waitFor(() => expect(video.getAttribute("src")).toContain("?fresh"));
    fireEvent.timeUpdate(video);
    video.currentTime = 0;
    failAt(video, 0);
    await screen.findByRole("alert");
    expect(reload).toHaveBeenCalledOnce();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(17);
  });

  it("says so when the entry cannot be loaded any more", async () => {
    const { video } = open(async () => null);
    failAt(video, 3);
    await screen.findByRole("alert");
  });

  it("is renewed again after it has played", async () => {
    const reload = vi.fn<Reload>(async () => entry({ media: signed("fresh") }));
    const { video } = open(reload);
    failAt(video, 17);
    await waitFor(() => expect(media.load).toHaveBeenCalledOnce());
    video.currentTime = 60;
    fireEvent.timeUpdate(video);
    failAt(video, 61);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a video", () => {
  it("has its captions, those in the interface's language on", () => {
    const { video } = open(async () => null);
    const tracks = [...video.querySelectorAll("track")];
    expect(tracks.map(({ srclang, default: on }) => [srclang, on])).toEqual([
      ["en", true],
      ["pl", false],
    ]);
  });
});

it("gives its captions up with the page, which Chromium would keep in memory with them", () => {
  const { video } = open(async () => null);
  expect(video.querySelectorAll("track")).toHaveLength(2);
  cleanup();
  expect(video.querySelectorAll("track")).toHaveLength(0);
});

describe("a double tap", () => {
  type Point = { clientX: number; clientY: number };
  const lift = (video: HTMLVideoElement, finger: Point, timeStamp: number) => {
    const event = createEvent.touchEnd(video, { changedTouches: [finger] });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    fireEvent(video, event);
    return event;
  };
  const tap = (video: HTMLVideoElement, clientX: number, clientY: number, timeStamp: number) => {
    const finger = { clientX, clientY };
    fireEvent.touchStart(video, { touches: [finger] });
    return lift(video, finger, timeStamp);
  };
  const openOnPhone = () => {
    const { video } = open(async () => null);
    video.getBoundingClientRect = () => new DOMRect(0, 0, 320, 260);
    return video;
  };

  it("goes ten seconds back on the left half and on on the right, and does not pause", () => {
    const video = openOnPhone();
    tap(video, 60, 90, 1000);
    expect(tap(video, 70, 90, 1200).defaultPrevented).toBe(true);
    tap(video, 260, 90, 2000);
    tap(video, 270, 90, 2200);
    expect(onSeek.mock.calls).toEqual([[-10], [10]]);
    // Each undoes the press that the first of its taps was.
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["slow ones", 60, 90, 1400],
    ["one on each half", 260, 90, 1200],
  ])("is not made of %s", (_, x, y, at) => {
    const video = openOnPhone();
    tap(video, 60, y, 1000);
    tap(video, x, y, at);
    expect(onSeek).not.toHaveBeenCalled();
  });

  it("is not made of two flicks", () => {
    const video = openOnPhone();
    for (const at of [1000, 1200]) {
      fireEvent.touchStart(video, { touches: [{ clientX: 60, clientY: 200 }] });
      lift(video, { clientX: 60, clientY: 120 }, at);
    }
    expect(onSeek).not.toHaveBeenCalled();
    expect(onPress).not.toHaveBeenCalled();
  });

  it("is not made of two fingers", () => {
    const video = openOnPhone();
    const fingers = [
      { clientX: 40, clientY: 90 },
      { clientX: 80, clientY: 90 },
    ];
    fireEvent.touchStart(video, { touches: fingers.slice(0, 1) });
    fireEvent.touchStart(video, { touches: fingers });
    for (const finger of fingers) lift(video, finger, 1000);
    expect(onSeek).not.toHaveBeenCalled();
    expect(onPress).not.toHaveBeenCalled();
  });
});
