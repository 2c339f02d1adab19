import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { useCountdown } from "./use-countdown.ts";

/** Times at which tones begin, in seconds of the audio clock, which starts at 100. */
let tones: number[] = [];

class FakeAudio extends EventTarget {
  state = "running";
  currentTime = 100;
  destination = {};
  suspend = async () => {};
  resume = async () => {};
}

class FakeVoice {
  starts: number | null = null;
  connect = <T,>(node: T) => node;
  start = (at: number) => {
    this.starts = at;
    tones.push(at);
  };
  stop = () => {};
  disconnect = () => void (tones = tones.filter((tone) => tone !== this.starts));
}

class FakeGain {
  gain = {
    setValueAtTime: () => {},
    setTargetAtTime: () => {},
  };
  connect = <T,>(node: T) => node;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-25T10:00:00Z") });
  tones = [];
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("OscillatorNode", FakeVoice);
  vi.stubGlobal("GainNode", FakeGain);
  vi.stubGlobal("navigator", { userAgent: "", userActivation: { hasBeenActive: true } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (seconds: number, onChange = vi.fn()) => ({
  onChange,
  ...renderHook(() => useCountdown({ secondsLeft: seconds, isRunning: true }, onChange)),
});

it("counts down by the clock, also where the page slept", () => {
  const { result } = start(600);
  act(() => void vi.advanceTimersByTime(minuteMs));
  expect(result.current.secondsLeft).toBe(540);
  vi.setSystemTime(Date.now() + 20 * minuteMs);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect([result.current.secondsLeft, result.current.isOver]).toEqual([0, true]);
  expect(result.current.wasOverAt).toBe(Date.parse("2026-11-25T10:10:00Z"));
});

it("neither counts nor rings while it is paused", () => {
  const { result, onChange } = start(600);
  act(() => void vi.advanceTimersByTime(minuteMs));
  act(() => result.current.toggle());
  expect(onChange).toHaveBeenLastCalledWith({ secondsLeft: 540, isRunning: false });
  expect(tones).toEqual([]);
  act(() => void vi.advanceTimersByTime(minuteMs));
  expect(result.current.secondsLeft).toBe(540);
  act(() => result.current.toggle());
  expect(tones[0]).toBe(640);
});

it("gets a minute more, also when it was over", () => {
  const { result, onChange } = start(10);
  act(() => result.current.addMinute());
  expect(result.current.secondsLeft).toBe(70);
  act(() => void vi.advanceTimersByTime(2 * minuteMs));
  act(() => result.current.addMinute());
  expect(onChange).toHaveBeenLastCalledWith({ secondsLeft: 60, isRunning: true });
  expect(result.current.isOver).toBe(false);
});
