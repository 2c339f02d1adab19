import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Announcement } from "#shared/api/announcements.ts";
import { minuteMs } from "#shared/durations.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { app, Notification } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { watchAnnouncements } = await import("./announcement-watch.ts");

const announcement = (day: number): Announcement => ({
  id: `day-${day}`,
  title: `Day ${day}`,
  body: "",
  publishedAt: new Date(Date.UTC(2001, 0, day)).toISOString(), // the server's clock, not ours
});

/** The announcements at the API host; null if it cannot be reached. */
let published: Announcement[] | null;
let file: StoreFile;
const request = vi.fn(async (_signal: AbortSignal) => {
  if (!published) throw new Error("no connection");
  return published;
});
const notify = vi.fn();
/** Starts the app with the file of the last start. */
const start = () => watchAnnouncements({ file, request, notify });
const notifiedIds = () => notify.mock.calls.map(([news]) => news.map(({ id }: Announcement) => id));
const quit = () => app.emit("will-quit", {});
const soon = () => vi.advanceTimersByTimeAsync(30_000);
const later = () => vi.advanceTimersByTimeAsync(11 * minuteMs);

beforeEach(() => {
  vi.useFakeTimers();
  Notification.supported = true;
  file = new Map<string, unknown>();
  published = [announcement(1)];
});
afterEach(() => {
  quit();
  app.removeAllListeners();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** Turns notifications on; all existing announcements are seen. */
async function startTurnedOn() {
  const watch = start();
  watch.setOn(true);
  await soon();
  return watch;
}

describe("the switch", () => {
  it("is off by default and sends no requests", async () => {
    expect(start().isOn()).toBe(false);
    await later();
    expect(request).not.toHaveBeenCalled();
  });

  it("treats existing announcements as seen when turned on", async () => {
    await startTurnedOn();
    expect(request).toHaveBeenCalledOnce();
    await later();
    expect(notify).not.toHaveBeenCalled();
  });

  it("stays on after a restart and notifies listeners", async () => {
    const watch = start();
    const changed = vi.fn();
    watch.onChange(changed);
    watch.setOn(true);
    watch.setOn(true);
    expect(start().isOn()).toBe(true);
    watch.setOn(false);
    expect(start().isOn()).toBe(false);
    expect(changed.mock.calls).toEqual([[true], [false]]);
  });

  it("aborts a running check when turned off", async () => {
    const watch = await startTurnedOn();
    const { promise, resolve } = Promise.withResolvers<Announcement[]>();
    request.mockReturnValueOnce(promise);
    await later();
    watch.setOn(false);
    expect(request.mock.lastCall?.[0].aborted).toBe(true);
    resolve([announcement(2)]);
    await later();
    expect(request).toHaveBeenCalledTimes(2);
    expect(notify).not.toHaveBeenCalled();
    expect(watch.isOn()).toBe(false);
    expect(start().isOn()).toBe(false);
  });

  it("does not show announcements published while it was off", async () => {
    const watch = await startTurnedOn();
    watch.setOn(false);
    published = [announcement(3), announcement(2), announcement(1)];
    watch.setOn(true);
    await later();
    expect(notify).not.toHaveBeenCalled();
  });

  it("stays off if the system shows no notifications", async () => {
    await startTurnedOn();
    quit();
    Notification.supported = false;
    const watch = start();
    watch.setOn(true);
    await later();
    expect([watch.canNotify, watch.isOn()]).toEqual([false, false]);
    expect(request).toHaveBeenCalledOnce();
  });

  it.each([{ on: true }, { on: "yes", seen: null }, "on", null])(
    "is off if the file contains %j",
    (garbage) => {
      file.set("announcement-notifications", garbage);
      expect(start().isOn()).toBe(false);
    },
  );
});

describe("turned on", () => {
  it("shows every new announcement once", async () => {
    await startTurnedOn();
    published = [announcement(2), announcement(1)];
    await later();
    await later();
    published = [announcement(4), announcement(3), announcement(2)];
    await later();
    expect(notifiedIds()).toEqual([["day-2"], ["day-3", "day-4"]]);
  });

  it("shows announcements published between two starts once", async () => {
    await startTurnedOn();
    quit();
    published = [announcement(2), announcement(1)];
    start();
    await soon();
    quit();
    start();
    await later();
    expect(notifiedIds()).toEqual([["day-2"]]);
  });

  it("shows the first announcement of all", async () => {
    published = [];
    await startTurnedOn();
    published = [announcement(1)];
    await later();
    expect(notifiedIds()).toEqual([["day-1"]]);
  });

  it("treats the first response as seen if it was turned on offline", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    published = null;
    await startTurnedOn();
    published = [announcement(1)];
    await later();
    published = [announcement(2), announcement(1)];
    await later();
    expect(notifiedIds()).toEqual([["day-2"]]);
  });

  it("logs an unreachable host once until it is back", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await startTurnedOn();
    published = null;
    await later();
    await later();
    expect(stderr.mock.calls).toEqual([["Checking for announcements failed: no connection\n"]]);
    published = [];
    await later();
    published = null;
    await later();
    expect(stderr).toHaveBeenCalledTimes(2);
    expect(notify).not.toHaveBeenCalled();
  });

  it("shows announcements later if their state cannot be stored now", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await startTurnedOn();
    published = [announcement(2), announcement(1)];
    vi.spyOn(file, "set").mockImplementationOnce(() => {
      throw new Error("disk full");
    });
    await later();
    expect(notify).not.toHaveBeenCalled();
    await later();
    expect(notifiedIds()).toEqual([["day-2"]]);
  });

  it("continues when a request never finishes", async () => {
    await startTurnedOn();
    request.mockReturnValueOnce(new Promise(() => {}));
    await later();
    published = [announcement(2), announcement(1)];
    await later();
    expect(notifiedIds()).toEqual([["day-2"]]);
  });

  it("stops checking when the app quits", async () => {
    await startTurnedOn();
    quit();
    expect(vi.getTimerCount()).toBe(0);
  });
});
