import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeItem, sendPositions } from "./changes.ts";
import { followVideo } from "../use-watching.ts";

vi.mock("./changes.ts", () => ({
  changeItem: vi.fn<() => void>(),
  sendPositions: vi.fn<() => void>(),
  onLeaving: () => () => {},
}));

const key = { kind: "videos", slug: "seesaw" } as const;

function open(duration: number) {
  const video = document.createElement("video");
  Object.defineProperty(video, "duration", { value: duration });
  const stop = followVideo(video, key);
  const at = (second: number, event = "timeupdate") => {
    video.currentTime = second;
    video.dispatchEvent(new Event(event));
  };
  return { at, stop };
}
const places = () => vi.mocked(changeItem).mock.calls.map(([change]) => change.place ?? null);

beforeEach(() => void vi.clearAllMocks());

describe("a video that plays", () => {
  it("keeps its second every few seconds, and where it is paused at once", () => {
    const { at } = open(900);
    for (const second of [4.9, 6.2, 7.4, 12.1]) at(second);
    expect(sendPositions).not.toHaveBeenCalled();
    at(754.8, "pause");
    const length = 900;
    expect(places()).toEqual([
      { position: 6, length },
      { position: 12, length },
      { position: 754, length },
    ]);
    expect(sendPositions).toHaveBeenCalledOnce();
  });

  it("keeps where it was when its page is left", () => {
    const { at, stop } = open(900);
    at(100);
    at(102.5);
    stop();
    expect(places().at(-1)).toEqual({ position: 102, length: 900 });
  });

  it("begins from the beginning once it was watched, to the end or nearly so", () => {
    const { at } = open(900);
    at(700, "pause");
    at(893, "pause");
    expect(places().at(-1)).toBeNull();
    const short = open(30);
    short.at(27, "pause");
    expect(places().at(-1)).toEqual({ position: 27, length: 30 });
    short.at(30, "ended");
    expect(places().at(-1)).toBeNull();
  });

  it("keeps nothing of its first seconds, nor of a stream without an end", () => {
    open(900).at(3, "pause");
    open(Infinity).at(60, "pause");
    expect(places()).toEqual([]);
  });
});
