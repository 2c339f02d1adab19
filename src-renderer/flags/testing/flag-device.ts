import { afterEach, beforeEach, expect, vi } from "vitest";
import { defaultFlags, type Flags } from "#shared/flags.ts";
import { installFakeFlagService, type FakeFlagService } from "./fake-flag-service.ts";
import { closeWindows, eventually } from "./open-window.ts";

export const maintenance: Flags = { ...defaultFlags, maintenanceMode: true };

const consoleMethods = ["log", "info", "warn", "error", "debug"] as const;

/**
 * Sets up a device with empty storage and a flag service for each test of a file. Timers are
 * fake. Tests fail if they write to the console.
 */
export function useFlagDevice() {
  let service: FakeFlagService;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    localStorage.clear();
    service = installFakeFlagService();
    consoleMethods.forEach((method) => vi.spyOn(console, method));
  });
  afterEach(() => {
    closeWindows();
    // oxlint-disable-next-line no-console -- checks that nothing was logged
    consoleMethods.forEach((method) => expect(console[method]).not.toHaveBeenCalled());
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return {
    get service() {
      return service;
    },
    keep: (flags: Flags) => localStorage.setItem("flags", JSON.stringify(flags)),
    kept: (): unknown => JSON.parse(localStorage.getItem("flags") ?? "null"),
    /** Waits until the given number of streams is open. */
    streaming: (count = 1) => eventually(() => expect(service.streams.size).toBe(count)),
    /** Waits until a window has the values. */
    shows: (window: { flags(): Flags }, flags: Flags) =>
      eventually(() => expect(window.flags()).toEqual(flags)),
  };
}
