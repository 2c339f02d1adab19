import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

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

describe("a lost connection: it breaks if", () => {
  it("the API is not looked for until it answers, or more often than need be", async () => {
    const { noteLoss, reconnected } = await start();
    noteLoss();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(answers.mock.calls.length).toBeGreaterThan(15);
    expect(answers.mock.calls.length).toBeLessThan(30);
    expect(reconnected).not.toHaveBeenCalled();
    answering();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reconnected).toHaveBeenCalledOnce();
    const looks = answers.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(answers).toHaveBeenCalledTimes(looks);
  });

  it("many failures make many looks", async () => {
    const { noteLoss, reconnected } = await start();
    answering();
    for (let count = 0; count < 20; count++) noteLoss();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveBeenCalledOnce();
    expect(reconnected).toHaveBeenCalledOnce();
  });

  it("an API that fails in spite of its answers is asked every second", async () => {
    const { noteLoss, onReconnect } = await start();
    answering();
    onReconnect(() => noteLoss());
    noteLoss();
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

  it("a gateway's answer counts as one of the API, or an error of the API does not", async () => {
    const { isReachable } = await start();
    answers.mockResolvedValue(new Response("bad gateway", { status: 502 }));
    expect(await isReachable()).toBe(false);
    answers.mockResolvedValue(new Response("{}", { status: 500 }));
    expect(await isReachable()).toBe(true);
  });

  it("the device's own word is not followed at once", async () => {
    const { noteLoss, reconnected } = await start();
    noteLoss();
    await vi.advanceTimersByTimeAsync(120_000);
    answering();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(reconnected).toHaveBeenCalled();
  });
});
