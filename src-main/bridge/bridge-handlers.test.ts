import { beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeContract, type CallName, type Calls, type StoredChange } from "#shared/bridge.ts";
import type { AnnouncementWatch } from "../announcements/announcement-watch.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import { BrowserWindow, frame, handlers, invoke } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { packagedBrand } = await import("../interface-brand.ts");
const { answerBridge, reportChanges } = await import("./bridge-handlers.ts");

const listeners = new Set<(change: StoredChange) => void>();
const emit = (change: StoredChange) => listeners.forEach((listener) => listener(change));
let ready = Promise.resolve();
const store = {
  get ready() {
    return ready;
  },
  holdsToken: () => false,
  texts: vi.fn(() => ({ language: "pl" })),
  write: vi.fn(async (name, text) => emit({ name, text })),
  remove: vi.fn(async (name) => emit({ name, text: null })),
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

/** Arguments that each call accepts, so that only the sender can be the reason of a refusal. */
const valid: { [Name in keyof Calls]: Calls[Name]["input"] } = {
  start: [],
  load: [],
  write: ["language", "en"],
  remove: ["language"],
  openExternal: ["https://example.com/"],
  writePin: [true],
  writeNotifications: [true],
  brandHash: [],
  find: ["text", false],
  stopFinding: [],
  followOpen: [true],
};

const entries = Object.entries(valid) as [CallName, unknown[]][]; // its type allows no others

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
  stop: vi.fn(),
} satisfies AnnouncementWatch;

const rebranding = new Set<() => void>();
const brand = {
  current: () => packagedBrand,
  onChange: (listener: () => void) => void rebranding.add(listener),
};
answerBridge(() => ({ store, announcements, brand }), openExternally);
reportChanges({ store, announcements, brand });
beforeEach(() => {
  BrowserWindow.all = [];
  vi.clearAllMocks();
});

it("answers the calls of the contract and no other channel", () => {
  const calls = Object.entries(bridgeContract).filter(([, { kind }]) => kind === "invoke");
  expect([...handlers.keys()].toSorted()).toEqual(calls.map(([name]) => name).toSorted());
});

describe.each(entries)("%s", (channel, input) => {
  it("answers a page of the portal", async () => {
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

  it("refuses missing, extra and wrong arguments", async () => {
    const others = [[...input, 1], input.slice(1), input.map(() => ({ toString: () => "x" }))];
    for (const other of others.filter((one) => String(one) !== String(input))) {
      await expect(invoke(channel, page, other)).rejects.toThrow("not an input of this call");
    }
  });
});

it.each([
  ["load", { language: "pl" }],
  ["start", expect.objectContaining({ texts: { language: "pl" } })],
] as const)(
  "%s waits until the store is ready, so that guards do not run without the token",
  async (call, answer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ready = promise;
    const loaded = vi.fn();
    const done = invoke(call, page, [])?.then(loaded);
    await Promise.resolve();
    expect(store.texts).not.toHaveBeenCalled();
    resolve();
    await done;
    expect(loaded).toHaveBeenCalledExactlyOnceWith(answer);
  },
);

describe("a stored value", () => {
  it.each(["__proto__", "constructor", "toString", "token ", "window-bounds", "", 5, null])(
    "cannot have the name %j",
    async (name) => {
      await expect(invoke("write", page, [name, "x"])).rejects.toThrow("not an input");
      await expect(invoke("remove", page, [name])).rejects.toThrow("not an input");
    },
  );

  it.each([
    ["token", ""],
    ["token", "a b"],
    ["language", "tlh"],
    ["flags", "{}"],
    ["purchaseItems", `[${'{"sku":"a"},'.repeat(900_000)}]`],
    ["checkoutAttempt", "x".repeat(10_000_000)],
  ])("of %s must be valid", async (name, text) => {
    await expect(invoke("write", page, [name, text])).rejects.toThrow("not an input");
    expect(store.write).not.toHaveBeenCalled();
  });

  it("notifies all windows except the sender", async () => {
    const [own, other] = [new BrowserWindow(bounds), new BrowserWindow(bounds)];
    await invoke("write", page, ["language", "en"], own.webContents);
    await invoke("remove", page, ["token"], own.webContents);
    expect(other.webContents.send.mock.calls).toEqual([
      ["onChange", { name: "language", text: "en" }],
      ["onChange", { name: "token", text: null }],
    ]);
    expect(own.webContents.send).not.toHaveBeenCalled();
  });

  it("notifies the others while a window is being closed", async () => {
    const [closing, broken, other] = [1, 2, 3].map(() => new BrowserWindow(bounds));
    closing!.destroyed = true;
    Object.defineProperty(closing!, "webContents", {
      get: () => {
        throw new TypeError("Object has been destroyed");
      },
    });
    broken!.webContents.destroyed = true;
    await invoke("write", page, ["language", "en"]);
    await invoke("writeNotifications", page, [true]);
    expect(broken!.webContents.send).not.toHaveBeenCalled();
    expect(other!.webContents.send.mock.calls.map(([name]) => name)).toEqual([
      "onChange",
      "onNotificationsChange",
    ]);
  });

  it("rejects when the store fails", async () => {
    store.write.mockRejectedValueOnce(new Error("full"));
    await expect(invoke("write", page, ["language", "en"])).rejects.toThrow("full");
  });
});

it("openExternal rejects URLs that are not opened", async () => {
  await invoke("openExternal", page, ["https://example.com/"]);
  await expect(invoke("openExternal", page, ["file:///etc/passwd"])).rejects.toThrow(
    "not an address to be opened",
  );
});

it("returns all that a page needs for its first render in one answer", async () => {
  await invoke("writeNotifications", page, [false]);
  expect(await invoke("start", page, [])).toEqual({
    texts: { language: "pl" },
    canPin: true,
    pinned: false,
    canNotify: true,
    notifies: false,
  });
});

it("a change of the notifications switch reaches every window, also the sender", async () => {
  const [own, other] = [new BrowserWindow(bounds), new BrowserWindow(bounds)];
  for (const notifies of [false, true]) {
    await invoke("writeNotifications", page, [notifies], own.webContents);
    expect(await invoke("start", page, [], other.webContents)).toMatchObject({ notifies });
  }
  for (const { webContents } of [own, other]) {
    expect(webContents.send.mock.calls).toEqual([
      ["onNotificationsChange", false],
      ["onNotificationsChange", true],
    ]);
  }
});

it("every window hears of another brand", () => {
  const windows = [new BrowserWindow(bounds), new BrowserWindow(bounds)];
  rebranding.forEach((listener) => listener());
  for (const { webContents } of windows) {
    expect(webContents.send.mock.calls).toEqual([["onBrandChange"]]);
  }
});

it("finds the first match, then the next, and starts again with another text", async () => {
  const { webContents } = new BrowserWindow(bounds);
  const find = (text: string, backwards = false) =>
    invoke("find", page, [text, backwards], webContents);
  await find("dog");
  await find("dog", true);
  await find("dogs");
  await invoke("stopFinding", page, [], webContents);
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
  expect(webContents.send.mock.calls).toEqual([["onFound", { active: 2, total: 7 }]]);
});
