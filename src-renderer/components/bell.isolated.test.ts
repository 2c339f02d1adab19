import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import type * as Bell from "./bell.ts";

let armBell: typeof Bell.armBell;

/** Tones by when they begin, in seconds of the audio clock, which starts at 100; those that were silenced are gone. */
let tones: number[] = [];

class FakeNode {
  starts: number | null = null;
  gain = { setValueAtTime: () => {}, setTargetAtTime: () => {} };
  connect = (next: unknown) => next;
  disconnect = () => void (tones = tones.filter((tone) => tone !== this.starts));
  start = (at: number) => {
    this.starts = at;
    tones.push(at);
  };
  stop = () => {};
}

const contexts: { currentTime: number }[] = [];
class FakeContext extends EventTarget {
  state = "running";
  currentTime = 100;
  resume = () => Promise.resolve();
  suspend = () => Promise.resolve();
  constructor() {
    super();
    contexts.push(this);
  }
}

const inMinutes = (minutes: number) => Date.now() + minutes * minuteMs;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T12:00:00Z") });
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
  tones = [];
  vi.resetModules(); // each test has an audio context of its own
  ({ armBell } = await import("./bell.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass: that of the audio clock too, unless the device sleeps. */
function pass(ms: number, sleeps: "asleep" | "awake") {
  const audio = contexts.at(-1);
  if (audio && sleeps === "awake") audio.currentTime += ms / 1000;
  vi.setSystemTime(Date.now() + ms);
  vi.advanceTimersByTime(1000);
  if (audio) audio.currentTime += 1;
}

it("rings for several owners at once, each with its tune, and stops for one of them", () => {
  armBell("kitchen", "beeps", [inMinutes(10)]);
  armBell("field", "chime", [inMinutes(5)]);
  expect(tones.toSorted((a, b) => a - b)).toEqual([400, 400.35, 400.7, 700]);
  armBell("field", "chime", []);
  expect(tones).toEqual([700]);
});

it("rings in time after a sleep, in which the clock of the audio hardware stood still", () => {
  armBell("kitchen", "beeps", [inMinutes(10)]);
  pass(4 * minuteMs, "asleep");
  expect(tones[0]).toBeCloseTo(100 + 6 * 60 - 1, 0);
});

it("rings for what is left of the minute when the device wakes up within it", () => {
  armBell("kitchen", "beeps", [inMinutes(10)]);
  pass(10.5 * minuteMs, "asleep");
  expect(tones).toHaveLength(1);
  expect(tones[0]).toBeLessThan(101);
});

it("does not ring as if now when the device wakes up later", () => {
  armBell("kitchen", "beeps", [inMinutes(10)]);
  armBell("field", "chime", [inMinutes(12)]);
  pass(3 * hourMs, "asleep");
  expect(tones).toEqual([]);
});

it("does not begin anew while the device is awake", () => {
  armBell("kitchen", "beeps", [inMinutes(10)]);
  pass(4 * minuteMs, "awake");
  expect(tones).toEqual([700]);
});
