import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { followEvents } from "./follow-events.ts";
import type { StreamEvent } from "./read-events.ts";

type FakeStream = {
  headers: Record<string, string>;
  send: (text: string) => void;
  fail: () => void;
  isOpen: () => boolean;
};

let streams: FakeStream[];
/** Status of the next streams. */
let status: number;
let ending: AbortController;

const encoder = new TextEncoder();

/** Stands in for `fetch` of a stream of events. */
async function fakeFetch(_: string, { headers, signal }: RequestInit) {
  if (status !== 200) return { status, ok: false, body: null };
  let isOpen = true;
  let reading = Promise.withResolvers<{ done: boolean; value?: Uint8Array }>();
  const fail = () => {
    isOpen = false;
    reading.reject(new TypeError("network error"));
  };
  signal?.addEventListener("abort", fail);
  streams.push({
    headers: headers as Record<string, string>, // as followEvents passes them
    send: (text) => reading.resolve({ done: false, value: encoder.encode(text) }),
    fail,
    isOpen: () => isOpen,
  });
  const read = async () => {
    const part = await reading.promise;
    reading = Promise.withResolvers();
    reading.promise.catch(() => {}); // read next
    return part;
  };
  return { status, ok: true, body: { getReader: () => ({ read }) } };
}

function follow() {
  const events: StreamEvent[] = [];
  const states: string[] = [];
  const following = {
    path: "/board/stream",
    token: "t",
    onEvent: (event: StreamEvent) => events.push(event),
    onOpen: () => states.push("open"),
    onLost: () => states.push("lost"),
    onRefused: (refusal: number) => states.push(`refused ${refusal}`),
  };
  const done = followEvents(following, ending.signal);
  return { events, states, done };
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  status = 200;
  ending = new AbortController();
  vi.stubGlobal("fetch", vi.fn(fakeFetch));
});
afterEach(() => {
  ending.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a followed stream", () => {
  it("carries the token, and gives events however they are cut, without comments", async () => {
    const { events, states } = follow();
    await later(0);
    expect(streams[0]?.headers["Authorization"]).toBe("Bearer t");
    for (const text of [":\n\nevent: bo", 'ard\ndata: {"a":1}\n', "\nevent: b\ndata: 2\n\n"]) {
      streams[0]?.send(text);
      await later(0);
    }
    expect(events).toEqual([
      { event: "board", data: '{"a":1}' },
      { event: "b", data: "2" },
    ]);
    expect(states).toEqual(["open"]);
  });

  it("is opened again after it breaks, each time later", async () => {
    const { states } = follow();
    await later(0);
    streams[0]?.fail();
    await later(1_000);
    expect(states).toEqual(["open", "lost", "open"]);
    status = 503;
    streams[1]?.fail();
    await later(10 * minuteMs);
    const tries = vi.mocked(fetch).mock.calls.length;
    // At most 30 s apart: neither a flood nor given up.
    expect(tries).toBeGreaterThan(20);
    expect(tries).toBeLessThan(60);
    status = 200;
    await later(30_000);
    expect(states.at(-1)).toBe("open");
  });

  it("is opened again at once after it fell silent, as after a sleep of the device", async () => {
    const { states } = follow();
    await later(0);
    for (let keepAlive = 0; keepAlive < 10; keepAlive++) {
      streams[0]?.send(":\n\n");
      await later(15_000);
    }
    expect(states).toEqual(["open"]);
    // Timers stand still while the device sleeps; its clock does not.
    vi.setSystemTime(Date.now() + hourMs);
    await later(5_100);
    expect(states).toEqual(["open", "lost", "open"]);
    expect(streams[0]?.isOpen()).toBe(false);
  });

  it("is closed by its signal, and not opened again", async () => {
    const { states, done } = follow();
    await later(0);
    ending.abort();
    await done;
    await later(60_000);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.isOpen()).toBe(false);
    expect(states).toEqual(["open"]);
  });

  it.each([401, 403])("is given up once it is refused with %i", async (refusal) => {
    status = refusal;
    const { states, done } = follow();
    await done;
    await later(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(states).toEqual([`refused ${refusal}`]);
  });
});
