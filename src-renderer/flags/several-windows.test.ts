import { describe, expect, it } from "vitest";
import { defaultFlags } from "../../src-shared/flags.ts";
import { maintenance, useFlagDevice } from "./testing/flag-device.ts";
import { eventually, later, openWindow, provideLocks } from "./testing/open-window.ts";

const device = useFlagDevice();

describe("eight windows", () => {
  const open = async (count: number) => {
    const windows = [];
    for (let i = 0; i < count; i += 1) {
      const window = await openWindow();
      window.start();
      windows.push(window);
    }
    return windows;
  };

  it("share one stream, send one request each, and all follow", async () => {
    const windows = await open(8);
    await device.streaming();
    await later(10_000);
    expect(device.service.streams.size).toBe(1);
    expect(device.service.asked).toHaveLength(8);
    device.service.set("maintenance-mode", true);
    for (const window of windows) await device.shows(window, maintenance);
    device.service.set("maintenance-mode", false);
    for (const window of windows) await device.shows(window, defaultFlags);
  });

  it("move the stream to another window when that one is hidden, with missed changes", async () => {
    const [first, second, third] = await open(3);
    await device.streaming();
    first?.hide();
    expect(device.service.streams.size).toBe(0);
    device.service.set("maintenance-mode", true);
    await device.streaming();
    for (const window of [first, second, third])
      if (window) await device.shows(window, maintenance);
    expect(device.service.streams.size).toBe(1);
  });

  it("follow again when they are shown again", async () => {
    const [only] = await open(1);
    await device.streaming();
    only?.hide();
    await later(60_000);
    expect(device.service.streams.size).toBe(0);
    device.service.set("maintenance-mode", true);
    only?.show();
    if (only) await device.shows(only, maintenance);
    await device.streaming();
  });

  it("keep messages over older answers when they start to stream", async () => {
    const [first, second] = await open(2);
    await later(1_000);
    expect(device.service.asked).toHaveLength(2);
    device.service.set("maintenance-mode", true);
    if (second) await device.shows(second, maintenance);
    device.service.mode = 500;
    first?.hide();
    await later(20_000);
    expect(second?.flags()).toEqual(maintenance);
    expect(device.kept()).toEqual(maintenance);
    device.service.mode = "up";
    device.service.set("maintenance-mode", false);
    if (second) await device.shows(second, defaultFlags);
    expect(device.kept()).toEqual(defaultFlags);
  });

  it("ignore an answer that is older than a message", async () => {
    await open(1);
    await device.streaming();
    device.service.holding = true;
    const late = await openWindow();
    late.start();
    await eventually(() => expect(device.service.asked).toHaveLength(2));
    device.service.set("maintenance-mode", true);
    await device.shows(late, maintenance);
    device.service.release();
    await later(1_000);
    expect(late.flags()).toEqual(maintenance);
    expect(device.kept()).toEqual(maintenance);
  });

  it("stream independently without Web Locks", async () => {
    provideLocks(false);
    const windows = await open(2);
    await device.streaming(2);
    device.service.set("maintenance-mode", true);
    for (const window of windows) await device.shows(window, maintenance);
    expect(device.service.streams.size).toBe(2);
  });

  it("that start hidden send nothing until they are visible", async () => {
    const window = await openWindow({ visible: false });
    window.start();
    await later(60_000);
    expect(device.service.urls).toEqual([]);
    window.show();
    await device.streaming();
  });
});
