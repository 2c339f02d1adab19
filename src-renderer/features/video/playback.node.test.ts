import { describe, expect, it } from "vitest";
import { frameAway, nextSpeed, partAt, withinVideo } from "./use-player.ts";

describe("a step of frames", () => {
  const shown = (seconds: number, rate: number) => Math.floor(seconds * rate);

  it("shows every frame once, forwards and backwards", () => {
    let seconds = 0;
    const forwards = Array.from({ length: 90 }, () => {
      seconds = frameAway(seconds, 1, 30);
      return shown(seconds, 30);
    });
    expect(forwards).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
    const backwards = Array.from({ length: 90 }, () => {
      seconds = frameAway(seconds, -1, 30);
      return shown(seconds, 30);
    });
    expect(backwards).toEqual(Array.from({ length: 90 }, (_, i) => 89 - i));
  });

  it("counts from the frame on screen where a file rounds its times to ms", () => {
    // Frame 2 of 30 a second begins at 66.67 ms, written as 67 ms; frame 1 at 33.33 ms, as 33 ms.
    expect(shown(frameAway(0.067, 1, 30), 30)).toBe(3);
    expect(shown(frameAway(0.033, 1, 30), 30)).toBe(2);
    expect(shown(frameAway(0.033, -1, 30), 30)).toBe(0);
  });

  it("stays at the first frame", () => {
    expect(frameAway(0.01, -1, 25)).toBe(0.02);
  });
});

it("goes through the offered speeds, and stays at the ends", () => {
  expect([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(0.25, -1), nextSpeed(1.5, 1)]).toEqual([
    1.25, 0.75, 0.25, 1.5,
  ]);
  // The browser's own menu offers others.
  expect([nextSpeed(2, -1), nextSpeed(2, 1)]).toEqual([1.5, 2]);
});

it("keeps positions within the video, also before its duration is known", () => {
  expect([withinVideo(-5, 36), withinVideo(40, 36), withinVideo(12, 36)]).toEqual([0, 36, 12]);
  expect([withinVideo(-5, Number.NaN), withinVideo(12, Number.NaN)]).toEqual([0, 12]);
});

it("finds the part of a position", () => {
  const starts = [0.3, 4.7, 14.1];
  expect([0, 0.3, 4.69, 4.7, 14, 36].map((seconds) => partAt(starts, seconds))).toEqual([
    -1, 0, 1, 1, 1, 2,
  ]);
  expect(partAt([], 3)).toBe(-1);
});
