import { describe, expect, it } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { defaultFlags } from "#shared/flags.ts";
import { maintenance, useFlagDevice } from "./testing/flag-device.ts";
import { advanceTime, openWindow } from "./testing/open-window.ts";

const device = useFlagDevice();

describe("a service", () => {
  it("whose stream breaks is connected again, and missed changes are applied", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    device.service.mode = 502;
    for (const stream of device.service.streams) stream.fail();
    device.service.set("maintenance-mode", true);
    await advanceTime(5_000);
    expect(window.flags()).toEqual(defaultFlags);
    device.service.mode = "up";
    await device.shows(window, maintenance);
  });

  it("is polled slowly while the window is visible", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    await advanceTime(50_000);
    expect(device.service.requested).toHaveLength(1);
    await advanceTime(45_000);
    expect(device.service.requested).toHaveLength(2);
    window.hide();
    await advanceTime(10 * minuteMs);
    expect(device.service.requested).toHaveLength(2);
  });

  it("that does not exist is requested rarely, and found once it does", async () => {
    device.keep(maintenance);
    device.service.mode = 404;
    const window = await openWindow();
    window.start();
    await advanceTime(4 * minuteMs);
    expect(device.service.requested).toHaveLength(1);
    expect(window.flags()).toEqual(maintenance);
    device.service.mode = "up";
    await advanceTime(10 * minuteMs);
    expect(window.flags()).toEqual(defaultFlags);
  });

  it("is requested less and less often while it fails", async () => {
    device.service.mode = 500;
    const window = await openWindow();
    window.start();
    await advanceTime(10 * minuteMs);
    const requestCount = device.service.requested.length;
    expect(requestCount).toBeGreaterThan(15);
    expect(requestCount).toBeLessThan(60);
  });
});
