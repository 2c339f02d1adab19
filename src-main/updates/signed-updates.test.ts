import { EventEmitter } from "node:events";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as electron from "../testing/recording-electron.ts";
import { formatPublicKey, readUpdateSource } from "./manifest/update-source.ts";
import {
  day,
  manifestText,
  openUpdateFolder,
  owner,
  publish,
  sha512,
  terms,
  type UpdateFolder,
} from "./testing/update-folder.ts";
import { netRequest, UpdateSession } from "./testing/update-network.ts";

// electron-updater is the real one. It requires its electron by itself: Node is given the recorder.
vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { cache, resolve } = createRequire(import.meta.url);
const nativeUpdater = new EventEmitter();
const required = { ...electron, autoUpdater: nativeUpdater };
let session = new UpdateSession();
Object.assign(required, {
  net: { request: netRequest },
  session: { fromPartition: () => session },
});
const place = resolve("electron");
cache[place] = Object.assign(Object.create(null), { id: place, loaded: true, exports: required });
const { default: electronUpdater } = await import("electron-updater");
const { openManifestTrust, OutdatedManifestError } = await import("./manifest-trust.ts");
const { isOffline } = await import("./is-offline.ts");
const { openUpdater } = await import("./updater.ts");

const stranger = generateKeyPairSync("ed25519");
const publicKey = owner.publicKey.export({ type: "spki", format: "pem" }).toString();

const suffix = process.arch === "x64" ? "" : `-${process.arch}`;
const manifest = `latest-linux${suffix}.yml`;
const packageName = "ringside-1.1.0-linux-x86_64.AppImage";
const packaged = "#!/bin/sh\n# version 1.1.0\nexit 0\n";
const good = manifestText("1.1.0", packageName, sha512(packaged));

let folder: UpdateFolder;
let foreign: UpdateFolder;
let home = "";
/** What the app remembers from one start to the next. */
let file = new Map<string, unknown>();
let logged: string[] = [];

beforeEach(async () => {
  [folder, foreign] = await Promise.all([openUpdateFolder(), openUpdateFolder()]);
  home = await mkdtemp(join(tmpdir(), "updates-"));
  session = new UpdateSession();
  file = new Map();
  logged = [];
  // Programs that installing runs hand an empty text on.
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (text.length > 0) logged.push(String(text));
    return true;
  });
  await mkdir(join(home, "data"));
  await writeFile(join(home, "installed.AppImage"), "version 1.0.0");
  // As packaging leaves it beside the app, but naming somebody else.
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

/** The app's updater, as for a version installed as an AppImage and built with these keys. */
function updater(version = "1.0.0", keys = publicKey) {
  electron.app.getVersion = () => version;
  const built = { DESKTOP_UPDATE_URL: folder.url, DESKTOP_UPDATE_PUBLIC_KEY: keys };
  const source = readUpdateSource(built);
  const trust = openManifestTrust(file, source);
  return openUpdater(source, trust, new electronUpdater.AppImageUpdater());
}

/** Nothing but manifest and signature was fetched, and nothing lies in wait to be installed. */
async function expectNothingTaken() {
  const name = new RegExp(String.raw`^/updates/latest-linux[\w-]*\.yml(\.sig)?$`);
  expect(folder.asked.filter((path) => !name.test(path))).toEqual([]);
  expect(foreign.asked).toEqual([]);
  expect(await readdir(home)).not.toContain("cache");
  expect(electron.app.listenerCount("quit")).toBe(0);
}

const installed = () => readFile(join(home, "installed.AppImage"), "utf8");

describe("a version that the publisher has signed", () => {
  beforeEach(() => publish(folder, manifest, good, owner.privateKey));

  it("is found, downloaded whole and installed in place of the old one", async () => {
    const { check, install } = updater();
    const found = await check();
    expect(found?.version).toBe("1.1.0");
    expect(folder.asked).toEqual([`/updates/${manifest}`, `/updates/${manifest}.sig`]);
    await found?.download();
    expect(await installed()).toBe("version 1.0.0");
    void install();
    await vi.waitUntil(() => electron.app.quit.mock.calls.length > 0);
    expect(await installed()).toBe(packaged);
    expect(logged).toEqual([]);
  });

  it("is installed when the user quits", async () => {
    await (await updater().check())?.download();
    electron.app.emit("quit", {}, 0);
    expect(await installed()).toBe(packaged);
  });

  it("leaves no number of this installation, on the disk or on the way", async () => {
    await (await updater().check())?.download();
    expect(await readdir(join(home, "data"))).toEqual([]);
  });

  it("is the one of our folder, whatever app-update.yml says", async () => {
    publish(
      foreign,
      manifest,
      manifestText("9.0.0", "evil.AppImage", sha512("x")),
      stranger.privateKey,
    );
    expect((await updater().check())?.version).toBe("1.1.0");
    expect(foreign.asked).toEqual([]);
  });

  it.each(["1.1.0", "1.1.1", "2.0.0", "1.2.0-beta.1"])("is none for %s", async (version) => {
    expect(await updater(version).check()).toBeNull();
    await expectNothingTaken();
  });
});

describe("what is not the publisher's word", () => {
  const flip = (text: string, at: number) => {
    const bytes = Buffer.from(text);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const signature = () => String(folder.files.get(`${manifest}.sig`));
  const tampering: [string, () => unknown][] = [
    ["a manifest changed by its first byte", () => folder.files.set(manifest, flip(good, 0))],
    [
      "a manifest changed within a hash",
      () => folder.files.set(manifest, flip(good, good.indexOf("sha512:") + 20)),
    ],
    ["a manifest with a byte more", () => folder.files.set(manifest, `${good}\n`)],
    ["a manifest cut short", () => folder.files.set(manifest, good.slice(0, -1))],
    ["an empty manifest", () => folder.files.set(manifest, "")],
    ["a signature by another key", () => publish(folder, manifest, good, stranger.privateKey)],
    ["no signature", () => folder.files.delete(`${manifest}.sig`)],
    ["an empty signature", () => folder.files.set(`${manifest}.sig`, "")],
    ["a signature cut short", () => folder.files.set(`${manifest}.sig`, signature().slice(0, 40))],
    [
      "a signature with a byte changed",
      () => folder.files.set(`${manifest}.sig`, flip(signature(), 10)),
    ],
    ["a page in place of a signature", () => folder.files.set(`${manifest}.sig`, "<html></html>")],
    [
      "another platform's manifest",
      () => {
        publish(folder, "latest.yml", good, owner.privateKey);
        folder.files.set(`${manifest}.sig`, folder.files.get("latest.yml.sig") ?? "");
      },
    ],
    [
      "a server's failure",
      () => folder.files.set(manifest, (r) => void r.writeHead(500).end(good)),
    ],
    [
      "a manifest that does not end",
      () => publish(folder, manifest, `${good}#${"x".repeat(300_000)}\n`, owner.privateKey),
    ],
    [
      "a redirect to another host",
      () => {
        publish(foreign, manifest, good, owner.privateKey);
        const location = `${foreign.url}${manifest}`;
        folder.files.set(manifest, (r) => void r.writeHead(302, { location }).end());
      },
    ],
  ];

  it.each(tampering)("is refused and nothing is downloaded: %s", async (_name, tamper) => {
    publish(folder, manifest, good, owner.privateKey);
    tamper();
    await expect(updater().check()).rejects.toThrow(manifest);
    expect(logged.join("")).toContain("Updating has failed");
    await expectNothingTaken();
  });

  it("is refused when the folder has nothing, and may be right the next time", async () => {
    const { check } = updater();
    await expect(check()).rejects.toThrow("404");
    publish(folder, manifest, good, owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
  });
});

describe("a network that is down", () => {
  const cases: [string, () => unknown][] = [
    ["a server that is not there", () => folder.close()],
    ["a connection that breaks", () => folder.files.set(manifest, (r) => void r.destroy())],
    [
      "a connection that breaks before the signature",
      () => folder.files.set(`${manifest}.sig`, (r) => void r.destroy()),
    ],
  ];
  it.each(cases)("is told apart from a refusal, and not logged: %s", async (_name, breakOff) => {
    publish(folder, manifest, good, owner.privateKey);
    await breakOff();
    const error: unknown = await updater()
      .check()
      .catch((reason: unknown) => reason);
    expect(isOffline(error)).toBe(true);
    expect(logged).toEqual([]);
    await expectNothingTaken();
  });

  it("gives up a server that sends nothing", async () => {
    const arrived = Promise.withResolvers<void>();
    folder.files.set(manifest, () => arrived.resolve());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const outcome = updater()
      .check()
      .catch((error: unknown) => error);
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(isOffline(await outcome)).toBe(true);
    expect(logged).toEqual([]);
    await expectNothingTaken();
  });

  it.each([
    "net::ERR_CERT_AUTHORITY_INVALID",
    "net::ERR_CERT_DATE_INVALID",
    "net::ERR_SSL_PROTOCOL_ERROR",
    "net::ERR_BLOCKED_BY_CLIENT",
    "Attempted to redirect, but redirect policy was 'error'",
    "status 500",
  ])("is not %s: that is logged", async (message) => {
    vi.spyOn(session, "fetch").mockRejectedValue(new Error(message));
    const error: unknown = await updater()
      .check()
      .catch((reason: unknown) => reason);
    expect(isOffline(error)).toBe(false);
    expect(logged.join("")).toContain(message);
  });
});

describe("a manifest of the publisher's that is out of date", () => {
  const hash = sha512(packaged);
  const put = (version: string, given: Parameters<typeof terms>[0] = {}) =>
    publish(
      folder,
      manifest,
      manifestText(version, packageName, hash, terms(given)),
      owner.privateKey,
    );

  /** What the log says of the refusal. */
  async function refusal(): Promise<string> {
    const error: unknown = await updater()
      .check()
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OutdatedManifestError);
    expect(isOffline(error)).toBe(false);
    await expectNothingTaken();
    return logged.join("");
  }

  it("is refused and logged once it has expired; it breaks if updates freeze unnoticed", async () => {
    put("1.1.0", { signedAt: Date.now() - 90 * day, expiresAt: Date.now() - 1 });
    expect(await refusal()).toContain(`Updating has failed: ${manifest} has expired on `);
  });

  it("is refused although it offers the version that runs", async () => {
    put("1.0.0", { expiresAt: Date.now() - 1 });
    expect(await refusal()).toContain("has expired on");
  });

  it("is refused when a later one was seen, over a restart too", async () => {
    const now = Date.now();
    put("1.1.0", { signedAt: now - 10 * day });
    expect((await updater().check())?.version).toBe("1.1.0");
    put("1.2.0", { signedAt: now });
    expect((await updater().check())?.version).toBe("1.2.0");
    folder.asked.length = 0;
    put("1.2.0", { signedAt: now - 1 });
    expect(await refusal()).toContain("that was seen before");
    expect(file.get("newest-update")).toMatchObject({ version: "1.2.0", signedAt: now });
  });

  it("is refused when a later version was seen, whenever it was signed", async () => {
    put("1.10.0");
    await updater().check();
    put("1.9.0", { signedAt: Date.now() + day });
    expect(await refusal()).toContain("offers 1.9.0 although 1.10.0 was seen before");
  });

  it("is not remembered as seen when it has expired or is not the publisher's", async () => {
    put("9.0.0", { expiresAt: 0 });
    await updater()
      .check()
      .catch(() => {});
    const later = manifestText("9.0.0", packageName, hash, terms({ signedAt: Date.now() + day }));
    publish(folder, manifest, later, stranger.privateKey);
    await updater()
      .check()
      .catch(() => {});
    put("1.1.0");
    expect((await updater().check())?.version).toBe("1.1.0");
  });

  it("is taken again as long as it is the newest", async () => {
    put("1.1.0");
    await updater().check();
    expect((await updater().check())?.version).toBe("1.1.0");
  });

  it("counts as none when what was remembered cannot be read", async () => {
    file.set("newest-update", { version: "newest", signedAt: "today" });
    put("1.1.0");
    expect((await updater().check())?.version).toBe("1.1.0");
  });
});

describe("the publisher's keys", () => {
  const next = generateKeyPairSync("ed25519");
  const hash = sha512(packaged);
  const base64 = (key: KeyObject) => formatPublicKey(key);
  /** A manifest that names keys, signed by others. */
  const put = (version: string, named: KeyObject[], ...signing: KeyObject[]) =>
    publish(
      folder,
      manifest,
      manifestText(version, packageName, hash, terms({ keys: named.map(base64) })),
      ...signing,
    );
  const check = (keys?: string) => updater("1.0.0", keys).check();

  it("are replaced by those that a manifest names, and count no more after that", async () => {
    put("1.1.0", [owner.publicKey, next.publicKey], owner.privateKey);
    await check();
    put("1.2.0", [next.publicKey], next.privateKey);
    expect((await check())?.version).toBe("1.2.0");
    put("1.3.0", [owner.publicKey], owner.privateKey);
    await expect(check()).rejects.toThrow("is not the publisher's");
  });

  it("may sign together, so that an app that missed the change follows", async () => {
    put("1.1.0", [next.publicKey], next.privateKey, owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
    put("1.2.0", [next.publicKey], next.privateKey);
    expect((await check())?.version).toBe("1.2.0");
  });

  it("are not replaced by a manifest that a stranger signed", async () => {
    put("1.1.0", [stranger.publicKey], stranger.privateKey);
    await expect(check()).rejects.toThrow("is not the publisher's");
    put("1.1.0", [owner.publicKey], owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
  });

  it("are those of the build again in an app that was installed anew", async () => {
    put("1.1.0", [next.publicKey], owner.privateKey);
    await check();
    put("1.2.0", [owner.publicKey], owner.privateKey);
    const newBuild = `${publicKey} ${publicKey}`;
    expect((await check(newBuild))?.version).toBe("1.2.0");
  });

  it.each([
    ["no keys", []],
    ["a key that is none", ["abc"]],
    ["more keys than a manifest may have", Array(9).fill(base64(owner.publicKey))],
  ])("are refused as a whole: %s", async (_name, keys) => {
    const text = manifestText("1.1.0", packageName, hash, terms({ keys: keys as string[] })); // or none
    publish(folder, manifest, text, owner.privateKey);
    await expect(check()).rejects.toThrow("cannot be used: keys");
  });

  it("are at most eight signatures", async () => {
    put("1.1.0", [owner.publicKey], ...Array<KeyObject>(9).fill(owner.privateKey));
    await expect(check()).rejects.toThrow("is not the publisher's");
  });
});

describe("what the publisher signed by mistake", () => {
  const hash = sha512(packaged);
  it.each([
    ["no YAML", "version: [1.1.0"],
    ["no manifest", "just a text"],
    ["no version", good.replace("version: 1.1.0", "")],
    ["a version that is none", good.replace("1.1.0", "newest")],
    ["no date of signing", good.replace(/^signedAt:.*\n/m, "")],
    ["no date of expiry", good.replace(/^expiresAt:.*\n/m, "")],
    ["a date of expiry that is none", good.replace(/^expiresAt:.*$/m, "expiresAt: 'never'")],
    ["no keys", good.replace(/^keys:.*\n/m, "")],
    ["no files", good.replace(/files:[^]*?path/, "files: []\npath")],
    ["a file without a hash", good.replace(/ {4}sha512: .*\n/, "")],
    ["a file with a shorter hash", manifestText("1.1.0", packageName, "abc")],
    ["a file with no hash but sha2", good.replace(/ {4}sha512: .*\n/, "    sha2: abc\n")],
    ["a file of another host", manifestText("1.1.0", "https://evil.example/x.AppImage", hash)],
    [
      "a file of another host, by slashes",
      manifestText("1.1.0", "//evil.example/x.AppImage", hash),
    ],
    ["a file above the folder", manifestText("1.1.0", "../x.AppImage", hash)],
    ["a file above the folder, encoded", manifestText("1.1.0", "%2e%2e/x.AppImage", hash)],
    [
      "a file above the folder, by backslash",
      manifestText("1.1.0", String.raw`..\x.AppImage`, hash),
    ],
    ["a file of the root", manifestText("1.1.0", "/x.AppImage", hash)],
    ["a file with a shell's signs", manifestText("1.1.0", "$(id).AppImage", hash)],
  ])("is refused and nothing is downloaded: %s", async (_name, text) => {
    publish(folder, manifest, text, owner.privateKey);
    await expect(updater().check()).rejects.toThrow(manifest);
    await expectNothingTaken();
  });

  it.each(["0.9.0", "1.0.0-beta.1", "1.1.0-beta.1"])("is not taken: %s", async (version) => {
    publish(folder, manifest, good.replace("1.1.0", version), owner.privateKey);
    expect(await updater().check()).toBeNull();
    expect(logged).toEqual([`An update was not taken: ${version} in place of 1.0.0\n`]);
    await expectNothingTaken();
  });

  it("is a prerelease for those who have one", async () => {
    publish(folder, manifest, good.replace("1.1.0", "1.1.0-beta.10"), owner.privateKey);
    expect((await updater("1.1.0-beta.9").check())?.version).toBe("1.1.0-beta.10");
  });
});

describe("a package that is not the signed one", () => {
  beforeEach(() => publish(folder, manifest, good, owner.privateKey));

  /** What became of a download: why it was refused, what is kept of it, what quitting installs. */
  async function outcome() {
    const found = await updater().check();
    const refused = await found?.download().catch((error: unknown) => String(error));
    const kept = await readdir(join(home, "cache/pending"));
    electron.app.emit("quit", {}, 0);
    return { refused, kept, installed: await installed() };
  }

  const nothing = { kept: [], installed: "version 1.0.0" };

  it("is not installed, now or when the user quits", async () => {
    folder.files.set(packageName, packaged.replace("exit 0", "exit 1"));
    const refused = expect.stringContaining("sha512 checksum mismatch") as string; // a matcher
    expect(await outcome()).toEqual({ ...nothing, refused });
    expect(logged.join("")).toMatch(/^Updating has failed: sha512/);
  });

  it("is not installed when it is cut short", async () => {
    folder.files.set(packageName, (response) => {
      response.writeHead(200, { "content-length": packaged.length });
      response.write(packaged.slice(0, 20), () => response.destroy());
    });
    expect(await outcome()).toMatchObject(nothing);
    expect(logged.join("")).toMatch(/^Updating has failed/);
  });

  const blocked = expect.stringContaining("BLOCKED") as string; // a matcher

  it("is not fetched from another host", async () => {
    foreign.files.set(packageName, packaged);
    const location = `${foreign.url}${packageName}`;
    folder.files.set(packageName, (r) => void r.writeHead(302, { location }).end());
    expect(await outcome()).toEqual({ ...nothing, refused: blocked });
    expect(foreign.asked).toEqual([]);
  });

  it("is not fetched from beside the folder", async () => {
    folder.files.set(packageName, (r) => void r.writeHead(302, { location: "/other" }).end());
    expect(await outcome()).toEqual({ ...nothing, refused: blocked });
    expect(folder.asked).not.toContain("/other");
  });
});

it("an installation that cannot replace itself says so", () => {
  vi.stubEnv("APPIMAGE", undefined);
  expect(() => updater()).toThrow("does not update itself");
});
