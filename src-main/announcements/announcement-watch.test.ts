import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Announcement } from "../../src-shared/api/announcements.ts";
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

/** What the API host has; null: it cannot be reached. */
let published: Announcement[] | null;
let file: StoreFile;
const request = vi.fn(async (_signal: AbortSignal) => {
  if (!published) throw new Error("no connection");
  return published;
});
const notify = vi.fn();
/** A start of the app, with the file as the last one left it. */
const start = () => watchAnnouncements({ file, request, notify });
const told = () => notify.mock.calls.map(([news]) => news.map(({ id }: Announcement) => id));
const quit = () => app.emit("will-quit", {});
const soon = () => vi.advanceTimersByTimeAsync(30_000);
const later = () => vi.advanceTimersByTimeAsync(11 * 60_000);

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

/** Turned on a moment ago, with what there is seen. */
async function startTurnedOn() {
  const watch = start();
  watch.setOn(true);
  await soon();
  return watch;
}

describe("the switch", () => {
  it("is off at first, and asks nobody; it breaks if the host is asked unwanted", async () => {
    expect(start().isOn()).toBe(false);
    await later();
    expect(request).not.toHaveBeenCalled();
  });

  it("turned on, counts what there is as seen; it breaks if old ones are told", async () => {
    await startTurnedOn();
    expect(request).toHaveBeenCalledOnce();
    await later();
    expect(notify).not.toHaveBeenCalled();
  });

  it("stays on over a restart, and is told of; it breaks if it is kept in memory", async () => {
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

  it("turned off, ends the look under way; it breaks if its answer is still told", async () => {
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

  it("turned off and on again, tells nothing of the time between; it breaks if a burst follows", async () => {
    const watch = await startTurnedOn();
    watch.setOn(false);
    published = [announcement(3), announcement(2), announcement(1)];
    watch.setOn(true);
    await later();
    expect(notify).not.toHaveBeenCalled();
  });

  it("stays off where there are no notifications; it breaks if it looks all the same", async () => {
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
    "is off where the file holds %j; it breaks if garbage is believed",
    (garbage) => {
      file.set("announcement-notifications", garbage);
      expect(start().isOn()).toBe(false);
    },
  );
});

describe("turned on", () => {
  it("tells of each new one once; it breaks if one is told at every look", async () => {
    await startTurnedOn();
    published = [announcement(2), announcement(1)];
    await later();
    await later();
    published = [announcement(4), announcement(3), announcement(2)];
    await later();
    expect(told()).toEqual([["day-2"], ["day-3", "day-4"]]);
  });

  it("tells after a restart of what came since, and not again; it breaks if nothing is remembered", async () => {
    await startTurnedOn();
    quit();
    published = [announcement(2), announcement(1)];
    start();
    await soon();
    quit();
    start();
    await later();
    expect(told()).toEqual([["day-2"]]);
  });

  it("tells the first one ever; it breaks if an empty list is no beginning", async () => {
    published = [];
    await startTurnedOn();
    published = [announcement(1)];
    await later();
    expect(told()).toEqual([["day-1"]]);
  });

  it("begins with the first answer when it was turned on offline; it breaks if old ones are told", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    published = null;
    await startTurnedOn();
    published = [announcement(1)];
    await later();
    published = [announcement(2), announcement(1)];
    await later();
    expect(told()).toEqual([["day-2"]]);
  });

  it("logs that the host is away once, until it was back; it breaks if every look logs", async () => {
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

  it("tells later what cannot be remembered now; it breaks if a restart would tell it twice", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await startTurnedOn();
    published = [announcement(2), announcement(1)];
    vi.spyOn(file, "set").mockImplementationOnce(() => {
      throw new Error("disk full");
    });
    await later();
    expect(notify).not.toHaveBeenCalled();
    await later();
    expect(told()).toEqual([["day-2"]]);
  });

  it("goes on although an answer never comes; it breaks if one look waits for another", async () => {
    await startTurnedOn();
    request.mockReturnValueOnce(new Promise(() => {}));
    await later();
    published = [announcement(2), announcement(1)];
    await later();
    expect(told()).toEqual([["day-2"]]);
  });

  it("looks no more when the app quits; it breaks if a timer outlives it", async () => {
    await startTurnedOn();
    quit();
    expect(vi.getTimerCount()).toBe(0);
  });
});
