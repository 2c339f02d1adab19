import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiFailure } from "./api-failure.ts";

const offline: ApiFailure = { kind: "offline", message: "" };
const answers = vi.fn<() => Promise<boolean>>();

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
  answers.mockReset().mockResolvedValue(false);
});
afterEach(() => vi.useRealTimers());

describe("a lost connection: it breaks if", () => {
  it("the API is not looked for until it answers, or more often than need be", async () => {
    const { noteFailure, reconnected } = await start();
    noteFailure(offline, answers);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(answers.mock.calls.length).toBeGreaterThan(15);
    expect(answers.mock.calls.length).toBeLessThan(30);
    expect(reconnected).not.toHaveBeenCalled();
    answers.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reconnected).toHaveBeenCalledOnce();
    const looks = answers.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(answers).toHaveBeenCalledTimes(looks);
  });

  it("many failures make many looks", async () => {
    const { noteFailure, reconnected } = await start();
    answers.mockResolvedValue(true);
    for (let count = 0; count < 20; count++) noteFailure(offline, answers);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveBeenCalledOnce();
    expect(reconnected).toHaveBeenCalledOnce();
  });

  it("an API that fails in spite of its answers is asked every second", async () => {
    const { noteFailure, onReconnect } = await start();
    answers.mockResolvedValue(true);
    onReconnect(() => noteFailure(offline, answers));
    noteFailure(offline, answers);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers.mock.calls.length).toBeLessThan(8);
  });

  it("a refusal counts as a loss, or a gateway's answer does not", async () => {
    const { isLoss } = await start();
    expect(isLoss({ kind: "rejected", message: "", status: 422 })).toBe(false);
    expect(isLoss({ kind: "unexpected", message: "", status: 500 })).toBe(false);
    expect(
      isLoss({ kind: "rejected", message: "", status: 503, code: "payments-unavailable" }),
    ).toBe(false);
    expect(isLoss({ kind: "unexpected", message: "", status: 502 })).toBe(true);
    expect(isLoss({ kind: "timeout", message: "" })).toBe(true);
  });

  it("the device's own word is not followed at once", async () => {
    const { noteFailure, reconnected } = await start();
    noteFailure(offline, answers);
    await vi.advanceTimersByTimeAsync(120_000);
    answers.mockResolvedValue(true);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(reconnected).toHaveBeenCalled();
  });
});
