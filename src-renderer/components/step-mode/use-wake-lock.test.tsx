import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useWakeLock } from "./use-wake-lock.ts";

class Lock extends EventTarget {
  release = vi.fn(async () => void this.dispatchEvent(new Event("release")));
}

let locks: Lock[] = [];
const request = vi.fn<() => Promise<Lock>>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  locks = [];
  request.mockReset().mockImplementation(async () => {
    const lock = new Lock();
    locks.push(lock);
    return lock;
  });
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
  Reflect.deleteProperty(document, "visibilityState");
  vi.useRealTimers();
});

async function hold() {
  const hook = renderHook(useWakeLock);
  await act(async () => {});
  return hook;
}

/** The device takes the latest lock away after some seconds. */
const lose = (seconds: number) =>
  act(async () => {
    vi.setSystemTime(Date.now() + seconds * 1000);
    await locks.at(-1)?.release();
  });

const show = (visibilityState: "visible" | "hidden") =>
  act(async () => {
    Object.defineProperty(document, "visibilityState", {
      value: visibilityState,
      configurable: true,
    });
    if (visibilityState === "hidden") await locks.at(-1)?.release();
    document.dispatchEvent(new Event("visibilitychange"));
  });

describe("a lock of the screen", () => {
  it("that the device takes away is requested again, and the screen still stays on", async () => {
    const { result } = await hold();
    await lose(60);
    expect([request.mock.calls.length, result.current]).toEqual([2, true]);
  });

  it("that the device takes away and does not give back is no longer claimed", async () => {
    const { result } = await hold();
    expect(result.current).toBe(true);
    request.mockRejectedValue(new DOMException("Low battery", "NotAllowedError"));
    await lose(60);
    expect(result.current).toBe(false);
  });

  it("that ends at once each time is not requested for ever", async () => {
    const { result } = await hold();
    await lose(1);
    expect([request.mock.calls.length, result.current]).toEqual([1, false]);
  });

  it("of a hidden page is requested when the page is visible again", async () => {
    const { result } = await hold();
    await show("hidden");
    expect(request).toHaveBeenCalledTimes(1);
    await show("visible");
    expect([request.mock.calls.length, result.current]).toEqual([2, true]);
  });

  it("is released when the component is left, and not requested again", async () => {
    const { unmount } = await hold();
    unmount();
    await act(async () => {});
    expect(locks[0]?.release).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledTimes(1);
  });
});
