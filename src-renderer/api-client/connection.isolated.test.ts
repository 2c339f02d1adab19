import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";

const answers = vi.fn<typeof fetch>();
const answering = () => answers.mockImplementation(async () => new Response("{}"));

/** The module as a new page has it. */
async function start() {
  vi.resetModules();
  const connection = await import("./connection.ts");
  const reconnected = vi.fn();
  connection.onReconnect(reconnected);
  connection.watchConnection();
  return { ...connection, reconnected };
}

beforeEach(() => {
  vi.useFakeTimers();
  answers.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a lost connection", () => {
  it("is checked until the API answers, with growing pauses", async () => {
    const { recordConnectionFailure, reconnected } = await start();
    recordConnectionFailure();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(answers.mock.calls.length).toBeGreaterThan(15);
    expect(answers.mock.calls.length).toBeLessThan(30);
    expect(reconnected).not.toHaveBeenCalled();
    answering();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reconnected).toHaveBeenCalledOnce();
    const looks = answers.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(answers).toHaveBeenCalledTimes(looks);
  });

  it("is checked once for many failures", async () => {
    const { recordConnectionFailure, reconnected } = await start();
    answering();
    for (let count = 0; count < 20; count++) recordConnectionFailure();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveBeenCalledOnce();
    expect(reconnected).toHaveBeenCalledOnce();
  });

  it("is not checked every second while the health check answers and requests fail", async () => {
    const { recordConnectionFailure, onReconnect } = await start();
    answering();
    onReconnect(() => recordConnectionFailure());
    recordConnectionFailure();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers.mock.calls.length).toBeLessThan(8);
  });

  it("is a gateway's error, not a refusal of the API", async () => {
    const { isConnectionFailure } = await start();
    expect(isConnectionFailure({ kind: "rejected", message: "", status: 422 })).toBe(false);
    expect(isConnectionFailure({ kind: "unexpected", message: "", status: 500 })).toBe(false);
    expect(
      isConnectionFailure({
        kind: "rejected",
        message: "",
        status: 503,
        code: "payments-unavailable",
      }),
    ).toBe(false);
    expect(isConnectionFailure({ kind: "unexpected", message: "", status: 502 })).toBe(true);
    expect(isConnectionFailure({ kind: "timeout", message: "" })).toBe(true);
  });

  it("ends with any answer of the API, even an error, not with one of a gateway", async () => {
    const { isReachable } = await start();
    answers.mockResolvedValue(new Response("bad gateway", { status: 502 }));
    expect(await isReachable()).toBe(false);
    answers.mockResolvedValue(new Response("{}", { status: 500 }));
    expect(await isReachable()).toBe(true);
  });

  it("is checked immediately when the device goes online", async () => {
    const { recordConnectionFailure, reconnected } = await start();
    recordConnectionFailure();
    await vi.advanceTimersByTimeAsync(120_000);
    answering();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(reconnected).toHaveBeenCalled();
  });
});
