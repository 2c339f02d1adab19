import { EventEmitter } from "node:events";
import { generateKeyPairSync } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
import * as electron from "../../testing/recording-electron.ts";
import { openManifestTrust } from "../manifest-trust.ts";
import { readUpdateSource } from "../manifest/update-source.ts";
import {
  manifestText,
  openUpdateFolder,
  owner,
  sha512,
  type UpdateFolder,
} from "./update-folder.ts";
import { netRequest, UpdateSession } from "./update-network.ts";

/*
 * An installed app with the real electron-updater. Importing this file gives every test a fresh
 * installation and an update folder. The test file has to mock electron by recording-electron.ts.
 */

// electron-updater requires electron by itself, so the mock is put into Node's module cache.
const { cache, resolve } = createRequire(import.meta.url);
const nativeUpdater = new EventEmitter();
const required = { ...electron, autoUpdater: nativeUpdater };
export let session = new UpdateSession();
Object.assign(required, {
  net: { request: netRequest },
  session: { fromPartition: () => session },
});
const place = resolve("electron");
cache[place] = Object.assign(Object.create(null), { id: place, loaded: true, exports: required });
const { default: electronUpdater } = await import("electron-updater");
const { openUpdater } = await import("../updater.ts");

export const stranger = generateKeyPairSync("ed25519");
export const publicKey = owner.publicKey.export({ type: "spki", format: "pem" }).toString();

const suffix = process.arch === "x64" ? "" : `-${process.arch}`;
export const manifest = `latest-linux${suffix}.yml`;
export const packageName = "ringside-1.1.0-linux-x86_64.AppImage";
export const packaged = "#!/bin/sh\n# version 1.1.0\nexit 0\n";
export const good = manifestText("1.1.0", packageName, sha512(packaged));

export let folder: UpdateFolder;
export let foreign: UpdateFolder;
export let home = "";
/** The state stored across restarts. */
export let file = new Map<string, unknown>();
export let logged: string[] = [];

beforeEach(async () => {
  [folder, foreign] = await Promise.all([openUpdateFolder(), openUpdateFolder()]);
  home = await mkdtemp(join(tmpdir(), "updates-"));
  session = new UpdateSession();
  file = new Map();
  logged = [];
  // Programs that run during installation write empty texts.
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (text.length > 0) logged.push(String(text));
    return true;
  });
  await mkdir(join(home, "data"));
  await writeFile(join(home, "installed.AppImage"), "version 1.0.0");
  // Packaging writes this file next to the app. Here it names a foreign server.
  const config = `provider: generic\nurl: ${foreign.url}\nupdaterCacheDirName: cache\n`;
  await writeFile(join(home, "app-update.yml"), config);
  vi.stubEnv("APPIMAGE", join(home, "installed.AppImage"));
  vi.stubEnv("XDG_CACHE_HOME", home);
  Object.defineProperty(process, "resourcesPath", { value: home, configurable: true });
  electron.app.isPackaged = true;
  electron.app.userData = join(home, "data");
  electron.app.getVersion = () => "1.0.0";
  electron.app.removeAllListeners("quit");
  folder.files.set(packageName, packaged);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all([folder.close(), foreign.close()]);
  await rm(home, { recursive: true });
});

/** Opens the updater of a version installed as an AppImage and built with these keys. */
export function updater(version = "1.0.0", keys = publicKey) {
  electron.app.getVersion = () => version;
  const built = { DESKTOP_UPDATE_URL: folder.url, DESKTOP_UPDATE_PUBLIC_KEY: keys };
  const source = readUpdateSource(built);
  const trust = openManifestTrust(file, source);
  return openUpdater(source, trust, new electronUpdater.AppImageUpdater());
}

/** Expects that only manifest and signature were fetched and nothing is going to be installed. */
export async function expectNothingTaken() {
  const name = new RegExp(String.raw`^/updates/latest-linux[\w-]*\.yml(\.sig)?$`);
  expect(folder.requestedPaths.filter((path) => !name.test(path))).toEqual([]);
  expect(foreign.requestedPaths).toEqual([]);
  expect(await readdir(home)).not.toContain("cache");
  expect(electron.app.listenerCount("quit")).toBe(0);
}

/** Returns the content of the installed app. */
export const installed = () => readFile(join(home, "installed.AppImage"), "utf8");
