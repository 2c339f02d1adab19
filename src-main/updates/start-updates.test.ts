import { generateKeyPairSync } from "node:crypto";
import type { MenuItemConstructorOptions } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import type { Language } from "#shared/languages.ts";
import { textsIn } from "../desktop-texts.ts";
import { app } from "../testing/recording-electron.ts";
import { readUpdateSource } from "./manifest/update-source.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const check = vi.fn(async () => null);
const openUpdater = vi.fn(() => ({ check, install: vi.fn() }));
vi.mock("./updater.ts", () => ({ openUpdater }));
const { startUpdates } = await import("./start-updates.ts");
const { menuTemplate } = await import("../menu/app-menu.ts");

const { publicKey } = generateKeyPairSync("ed25519");
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const base64 = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const built = {
  DESKTOP_UPDATE_URL: "https://portal.example.com/updates",
  DESKTOP_UPDATE_PUBLIC_KEY: pem,
};
const services = { texts: () => textsIn("en"), settled: async () => {}, file: new Map() };

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  app.isPackaged = true;
});
afterEach(() => vi.useRealTimers());

/** Advances the time and waits for dynamic imports. */
const pass = async (time: number) => {
  await vi.advanceTimersByTimeAsync(time);
  await vi.dynamicImportSettled();
};

describe("checking for updates", () => {
  it("starts after half a minute and repeats every six hours", async () => {
    startUpdates(services, built);
    await pass(29_000);
    expect(check).toHaveBeenCalledTimes(0);
    await pass(1_000);
    expect(check).toHaveBeenCalledTimes(1);
    await pass(6 * hourMs);
    expect(check).toHaveBeenCalledTimes(2);
    await pass(12 * hourMs);
    expect(check).toHaveBeenCalledTimes(4);
    expect(openUpdater).toHaveBeenCalledOnce();
  });

  it.each([
    ["without an address for updates", { ...built, DESKTOP_UPDATE_URL: "" }, true],
    ["without any build", {}, true],
    ["in development", built, false],
  ])("never happens %s", async (_name, from, isPackaged) => {
    app.isPackaged = isPackaged;
    expect(startUpdates(services, from)).toBeNull();
    await pass(dayMs);
    expect(openUpdater).not.toHaveBeenCalled();
  });

  it("never happens without a key", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    startUpdates(services, { ...built, DESKTOP_UPDATE_PUBLIC_KEY: "" });
    await pass(30_000);
    expect(openUpdater).not.toHaveBeenCalled();
    expect(stderr.mock.lastCall?.[0]).toContain("DESKTOP_UPDATE_PUBLIC_KEY has to be");
  });
});

describe("the source of updates", () => {
  const source = (url: string, key = pem) =>
    readUpdateSource({ DESKTOP_UPDATE_URL: url, DESKTOP_UPDATE_PUBLIC_KEY: key });

  it.each([
    ["https://example.com/a/b", "https://example.com/a/b/"],
    ["https://example.com", "https://example.com/"],
    ["http://127.0.0.1:5000/u/", "http://127.0.0.1:5000/u/"],
  ])("%s is the folder %s", (url, folder) => {
    expect(source(url).folder.href).toBe(folder);
  });

  it.each([
    "http://example.com/updates",
    "http://127.0.0.1.evil.example/",
    "ftp://example.com/",
    "file:///updates",
    "https://user:secret@example.com/",
    "https://example.com/?a=b",
    "https://example.com/#a",
    "updates",
  ])("is not %s", (url) => {
    expect(() => source(url)).toThrow("DESKTOP_UPDATE_URL has to be");
  });

  it.each([
    ["PEM", pem, 1],
    ["base64", base64, 1],
    ["PEM, twice", `${pem}\n${pem}`, 2],
    ["base64, twice", `${base64}, ${base64}\n`, 2],
  ])("has keys in %s", (_name, text, count) => {
    const { publicKeys } = source("https://example.com", text);
    expect(publicKeys.map((key) => key.equals(publicKey))).toEqual(Array(count).fill(true));
  });

  it("accepts Ed25519 keys only", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
    for (const key of [
      rsa.export({ type: "spki", format: "pem" }).toString(),
      "abc",
      "",
      `${base64} abc`,
    ]) {
      expect(() => source("https://example.com", key)).toThrow("Ed25519 public key");
    }
  });
});

describe("the menu", () => {
  const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  const actions = { openWindow: vi.fn(), showPreferences: vi.fn() };

  it("has an item to check for updates in both languages", () => {
    const checkForUpdates = vi.fn();
    const item = (language: Language) =>
      flat(menuTemplate(textsIn(language), { ...actions, checkForUpdates })).find(
        ({ id }) => id === "check-for-updates",
      );
    expect(item("en")?.label).toBe("Check for Updates…");
    expect(item("pl")?.label).toBe("Sprawdź aktualizacje…");
    item("en")?.click?.({} as never, undefined, {}); // none of it is looked at
    expect(checkForUpdates).toHaveBeenCalledOnce();
  });

  it("has neither the item nor an empty menu without a source of updates", () => {
    const labels = flat(menuTemplate(textsIn("en"), actions)).map(({ label }) => label);
    expect(labels).not.toContain("Check for Updates…");
    expect(labels).not.toContain("Help");
  });
});
