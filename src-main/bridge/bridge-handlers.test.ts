import { beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeChannels as channels, type StoredChange } from "../../src-shared/bridge.ts";
import type { AnnouncementWatch } from "../announcements/announcement-watch.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import { BrowserWindow, frame, handlers, invoke } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { answerBridge } = await import("./bridge-handlers.ts");

const listeners = new Set<(change: StoredChange) => void>();
const tell = (change: StoredChange) => listeners.forEach((listener) => listener(change));
let ready = Promise.resolve();
const store = {
  get ready() {
    return ready;
  },
  texts: vi.fn(() => ({ language: "pl" })),
  write: vi.fn(async (name, text) => tell({ name, text })),
  remove: vi.fn(async (name) => tell({ name, text: null })),
  onChange: (listener) => void listeners.add(listener),
  tokenProtection: () => "file",
  forgetsToken: () => false,
  setForgetsToken: vi.fn(),
  isWriting: () => false,
  settled: async () => {},
} satisfies DeviceStore;
const openExternally = vi.fn(async (address: string) => address.startsWith("https:"));

const page = frame("app://portal/articles");
const bounds = { x: 0, y: 0, width: 1, height: 1 };

/** An input that each channel takes, so that a refusal is the sender's. */
const valid: Record<string, unknown[]> = {
  [channels.load]: [],
  [channels.write]: ["language", "en"],
  [channels.remove]: ["language"],
  [channels.openExternal]: ["https://example.com/"],
  [channels.capabilities]: [],
  [channels.readPin]: [],
  [channels.writePin]: [true],
  [channels.readNotifications]: [],
  [channels.writeNotifications]: [true],
  [channels.find]: ["text", false],
  [channels.stopFinding]: [],
  [channels.followOpen]: [true],
};

const notifying = new Set<(on: boolean) => void>();
let on = false;
const announcements = {
  canNotify: true,
  isOn: () => on,
  setOn: vi.fn((wanted) => {
    on = wanted;
    notifying.forEach((listener) => listener(wanted));
  }),
  onChange: (listener) => void notifying.add(listener),
} satisfies AnnouncementWatch;

answerBridge(store, openExternally, announcements);
beforeEach(() => {
  BrowserWindow.all = [];
  vi.clearAllMocks();
});

it("every channel is answered, and none besides", () => {
  expect([...handlers.keys()].toSorted()).toEqual(Object.keys(valid).toSorted());
});

describe.each(Object.entries(valid))("%s", (channel, input) => {
  it("answers a page of ours", async () => {
    await expect(invoke(channel, page, input)).resolves.not.toThrow();
  });

  it.each([
    null,
    frame("https://example.com/"),
    frame("app://portal.evil/"),
    frame("app://evil/portal"),
    frame("file:///index.html"),
    frame("about:blank"),
    frame(""),
    frame("app://portal/", page),
  ])("refuses the frame %j", async (sender) => {
    await expect(invoke(channel, sender, input)).rejects.toThrow("not from a page of the portal");
  });

  it("refuses more, less and other than it takes", async () => {
    const others = [[...input, 1], input.slice(1), input.map(() => ({ toString: () => "x" }))];
    for (const other of others.filter((one) => String(one) !== String(input))) {
      await expect(invoke(channel, page, other)).rejects.toThrow("not an input of this call");
    }
  });
});

it("what is stored is told once the store is ready; it breaks if guards start without a token", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ready = promise;
  const loaded = vi.fn();
  const done = invoke(channels.load, page, [])?.then(loaded);
  await Promise.resolve();
  expect(store.texts).not.toHaveBeenCalled();
  resolve();
  await done;
  expect(loaded).toHaveBeenCalledExactlyOnceWith({ language: "pl" });
});

describe("what is to be stored", () => {
  it.each(["__proto__", "constructor", "toString", "token ", "window-bounds", "", 5, null])(
    "has a name that is known: not %j",
    async (name) => {
      await expect(invoke(channels.write, page, [name, "x"])).rejects.toThrow("not an input");
      await expect(invoke(channels.remove, page, [name])).rejects.toThrow("not an input");
    },
  );

  it.each([
    ["token", ""],
    ["token", "a b"],
    ["language", "de"],
    ["flags", "{}"],
    ["purchaseItems", `[${'{"sku":"a"},'.repeat(900_000)}]`],
    ["checkoutAttempt", "x".repeat(10_000_000)],
  ])("is a text that %s may have", async (name, text) => {
    await expect(invoke(channels.write, page, [name, text])).rejects.toThrow("not an input");
    expect(store.write).not.toHaveBeenCalled();
  });

  it("is told to all windows but the one it comes from", async () => {
    const [own, other] = [new BrowserWindow(bounds), new BrowserWindow(bounds)];
    await invoke(channels.write, page, ["language", "en"], own.webContents);
    await invoke(channels.remove, page, ["token"], own.webContents);
    expect(other.webContents.send.mock.calls).toEqual([
      [channels.changed, { name: "language", text: "en" }],
      [channels.changed, { name: "token", text: null }],
    ]);
    expect(own.webContents.send).not.toHaveBeenCalled();
  });

  it("fails where the store does, so that the page knows", async () => {
    store.write.mockRejectedValueOnce(new Error("full"));
    await expect(invoke(channels.write, page, ["language", "en"])).rejects.toThrow("full");
  });
});

it("an address that is not opened is refused", async () => {
  await invoke(channels.openExternal, page, ["https://example.com/"]);
  await expect(invoke(channels.openExternal, page, ["file:///etc/passwd"])).rejects.toThrow(
    "not an address to be opened",
  );
});

it("what the app can do is said", async () => {
  expect(await invoke(channels.capabilities, page, [])).toEqual({
    canPin: true,
    canNotify: true,
  });
  expect(await invoke(channels.load, page, [])).toEqual({ language: "pl" });
});

it("every window hears of notifications, the asking one too; it breaks if two switches differ", async () => {
  const [own, other] = [new BrowserWindow(bounds), new BrowserWindow(bounds)];
  await invoke(channels.writeNotifications, page, [false], own.webContents);
  expect(await invoke(channels.readNotifications, page, [], other.webContents)).toBe(false);
  await invoke(channels.writeNotifications, page, [true], own.webContents);
  expect(await invoke(channels.readNotifications, page, [], other.webContents)).toBe(true);
  for (const { webContents } of [own, other]) {
    expect(webContents.send.mock.calls).toEqual([
      [channels.notificationsChanged, false],
      [channels.notificationsChanged, true],
    ]);
  }
});

it("finds the first hit, then the next, and begins anew with another text", async () => {
  const { webContents } = new BrowserWindow(bounds);
  const find = (text: string, backwards = false) =>
    invoke(channels.find, page, [text, backwards], webContents);
  await find("dog");
  await find("dog", true);
  await find("dogs");
  await invoke(channels.stopFinding, page, [], webContents);
  await find("dogs");
  expect(webContents.findInPage.mock.calls).toEqual([
    ["dog", { forward: true, findNext: true }],
    ["dog", { forward: false, findNext: false }],
    ["dogs", { forward: true, findNext: true }],
    ["dogs", { forward: true, findNext: true }],
  ]);
  const hit = { activeMatchOrdinal: 2, matches: 7 };
  webContents.emit("found-in-page", {}, { ...hit, finalUpdate: false });
  webContents.emit("found-in-page", {}, { ...hit, finalUpdate: true });
  expect(webContents.send.mock.calls).toEqual([[channels.found, { active: 2, total: 7 }]]);
});
