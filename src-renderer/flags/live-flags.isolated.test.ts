import { afterEach, beforeEach, expect, it, vi } from "vitest";

const followFlagService = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("./flag-service.ts");
  vi.unstubAllGlobals();
  followFlagService.mockClear();
});

it("are loaded at idle, not before", async () => {
  vi.doMock("./flag-service.ts", () => ({ followFlagService }));
  const idle = vi.fn();
  vi.stubGlobal("requestIdleCallback", idle);
  const { startLiveFlags } = await import("./live-flags.ts");
  startLiveFlags();
  await vi.runAllTimersAsync();
  expect(followFlagService).not.toHaveBeenCalled();
  idle.mock.calls[0]?.[0]();
  await vi.waitFor(() => expect(followFlagService).toHaveBeenCalledTimes(1));
});

it("are loaded again silently after their chunk failed", async () => {
  let tries = 0;
  vi.doMock("./flag-service.ts", () => {
    tries += 1;
    if (tries < 3) throw new TypeError("Failed to fetch dynamically imported module");
    return { followFlagService };
  });
  const errors = vi.spyOn(console, "error");
  const { startLiveFlags } = await import("./live-flags.ts");
  startLiveFlags();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(followFlagService).toHaveBeenCalledTimes(1);
  expect(tries).toBe(3);
  expect(errors).not.toHaveBeenCalled();
});
