import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import "#renderer/testing/render-page.tsx";
import { useCooking } from "../cooking-store.ts";
import { clockText, durationText } from "./durations.ts";
import { TimersOnScreen } from "./timers-on-screen.tsx";
import { startTimer } from "./timers.ts";

const stew = { slug: "stew", title: "Stew", step: 2 };

/** Records when tones begin, in seconds of the audio device. */
const tones: number[] = [];

class FakeNode {
  gain = { setValueAtTime: () => {}, setTargetAtTime: () => {} };
  connect = (next: unknown) => next;
  disconnect = () => {};
  start = (at: number) => void tones.push(at);
  stop = () => {};
}

class FakeContext extends EventTarget {
  state = "running";
  currentTime = 100;
  resume = () => Promise.resolve();
  suspend = () => Promise.resolve();
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z") });
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
  useCooking.setState({ timers: [] });
  tones.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (path = "/") =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <TimersOnScreen />
    </MemoryRouter>,
  );

describe("timers", () => {
  it("count down by the clock, ring on screen, name the tab, and stop", () => {
    document.title = "Articles";
    show();
    act(() => startTimer({ ...stew, seconds: 1500 }));
    screen.getByText("25:00 left");
    act(() => void vi.advanceTimersByTime(60_000));
    screen.getByText("24:00 left");
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => void vi.advanceTimersByTime(24 * minuteMs));
    expect(screen.getByRole("alert").textContent).toContain("Time is up");
    expect(document.title).toBe("Time is up: step 2");
    fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.title).toBe("Articles");
  });

  it("of a device that slept say when the time was up, or ring if that was within the minute", () => {
    show();
    act(() => startTimer({ ...stew, seconds: 600 }));
    vi.setSystemTime(Date.now() + 630_000);
    const wake = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
    wake();
    expect(screen.getByRole("alert").textContent).toContain("Time is up");
    vi.setSystemTime(Date.now() + hourMs);
    wake();
    expect(screen.getByRole("alert").textContent).toMatch(/Time was up at \d\d:10/);
  });

  it("are scheduled with the audio device in advance, again when one is lengthened", () => {
    show();
    act(() => startTimer({ ...stew, seconds: 600 }));
    expect(tones).toEqual([700]);
    act(() => startTimer({ ...stew, seconds: 60 }));
    expect(tones.slice(1)).toEqual([700, 160]);
    fireEvent.click(screen.getAllByRole("button", { name: "+1 min: one minute more" })[0]!);
    expect(tones.slice(3)).toEqual([700, 220]);
    screen.getByText("2:00 left");
  });

  it("are on screen once: cook mode shows them itself", () => {
    show("/recipes/stew?cook=2");
    act(() => startTimer({ ...stew, seconds: 600 }));
    expect(screen.queryByText("10:00 left")).toBeNull();
    expect(tones).toEqual([700]);
  });
});

it("writes lengths and remaining times", () => {
  expect([45, 1500, 3600, 5400].map(durationText)).toEqual(["45 s", "25 min", "1 h", "1 h 30 min"]);
  expect([5, 245, 3725].map(clockText)).toEqual(["0:05", "4:05", "1:02:05"]);
});
