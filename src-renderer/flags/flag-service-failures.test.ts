import { describe, expect, it } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { maintenance, useFlagDevice } from "./testing/flag-device.ts";
import { eventually, later, openWindow } from "./testing/open-window.ts";

const device = useFlagDevice();

describe("a service", () => {
  it.each([
    ["is hanging", "hanging"],
    ["fails", 500],
    ["answers what is no JSON", { body: "<h1>Welcome to our network</h1>" }],
    ["answers something else", { body: '["maintenance-mode"]' }],
    ["answers without any flag", { body: "{}" }],
    ["has values that are no booleans", { body: '{"maintenance-mode":{"value":"no"}}' }],
  ] as const)("that %s leaves the last known values, until it is well again", async (_, mode) => {
    device.keep(maintenance);
    device.service.mode = mode;
    const window = await openWindow();
    window.start();
    await later(40_000);
    expect(device.service.asked.length).toBeGreaterThan(0);
    expect(window.flags()).toEqual(maintenance);
    expect(device.kept()).toEqual(maintenance);

    device.service.mode = "up";
    for (const stream of device.service.streams) stream.fail();
    await device.shows(window, defaultFlags);
    expect(device.kept()).toEqual(defaultFlags);
    await device.streaming();
    device.service.set("maintenance-mode", true);
    await device.shows(window, maintenance);
  });

  it("that fails leaves all flags off if none are known", async () => {
    device.service.mode = 503;
    const window = await openWindow();
    window.start();
    await later(10_000);
    expect(window.flags()).toEqual(defaultFlags);
  });

  it("whose stream breaks is connected again, and missed changes are applied", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    device.service.mode = 502;
    for (const stream of device.service.streams) stream.fail();
    device.service.set("maintenance-mode", true);
    await later(5_000);
    expect(window.flags()).toEqual(defaultFlags);
    device.service.mode = "up";
    await device.shows(window, maintenance);
  });

  it.each([
    ["is never answered", "hanging", "hanging"],
    ["falls silent", "up", "hanging"],
    ["finds no place", 503, 503],
  ] as const)("whose stream %s is asked now and then, until it streams", async (_, first, then) => {
    device.service.streamMode = first;
    const window = await openWindow();
    window.start();
    await eventually(() => expect(device.service.urls.length).toBeGreaterThan(1));
    await later(1_000);
    device.service.streamMode = then;
    device.service.set("maintenance-mode", true);
    await later(10_000);
    expect(window.flags()).toEqual(defaultFlags);
    await device.shows(window, maintenance);
    expect(device.kept()).toEqual(maintenance);

    device.service.streamMode = "up";
    await later(100_000);
    device.service.set("maintenance-mode", false);
    await later(0);
    expect(window.flags()).toEqual(defaultFlags);
  });

  it("is polled slowly while the window is visible", async () => {
    const window = await openWindow();
    window.start();
    await device.streaming();
    await later(50_000);
    expect(device.service.asked).toHaveLength(1);
    await later(45_000);
    expect(device.service.asked).toHaveLength(2);
    window.hide();
    await later(10 * 60_000);
    expect(device.service.asked).toHaveLength(2);
  });

  it("that does not exist is requested rarely, and found once it does", async () => {
    device.keep(maintenance);
    device.service.mode = 404;
    const window = await openWindow();
    window.start();
    await later(4 * 60_000);
    expect(device.service.asked).toHaveLength(1);
    expect(window.flags()).toEqual(maintenance);
    device.service.mode = "up";
    await later(10 * 60_000);
    expect(window.flags()).toEqual(defaultFlags);
  });

  it("is requested less and less often while it fails", async () => {
    device.service.mode = 500;
    const window = await openWindow();
    window.start();
    await later(10 * 60_000);
    const asked = device.service.asked.length;
    expect(asked).toBeGreaterThan(15);
    expect(asked).toBeLessThan(60);
  });
});
