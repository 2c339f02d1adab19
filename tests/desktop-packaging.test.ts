import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Stats } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { AppInfo } from "app-builder-lib/out/appInfo.js";
import { FileMatcher } from "app-builder-lib/out/fileMatcher.js";
import { writeUpdateInfoFiles } from "app-builder-lib/out/publish/updateInfoBuilder.js";
import FpmTarget from "app-builder-lib/out/targets/FpmTarget.js";
import { LinuxTargetHelper } from "app-builder-lib/out/targets/LinuxTargetHelper.js";
import { Packager, type AfterPackContext } from "electron-builder";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import config, { setFuses } from "../electron-builder.config.ts";
import { brand } from "#main/brand.ts";
import { verifyManifest } from "#main/updates/manifest/manifest-signature.ts";
import { renewManifests } from "#main/updates/manifest/renew-manifests.ts";
import { parseManifest } from "#main/updates/manifest/update-manifest.ts";
import { formatPublicKey } from "#main/updates/manifest/update-source.ts";

/** Marks the position of the fuses in Electron's executables. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
let folder = "";

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "fuses-"))));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rm(folder, { recursive: true }));

/** Creates a file with the given number of fuses, in Electron's defaults. */
async function executable(count: number): Promise<string> {
  const path = join(folder, `electron-${count}`);
  const wire = Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([1, count]),
    Buffer.alloc(count, "1"),
  ]);
  await writeFile(path, Buffer.concat([Buffer.alloc(500, 7), wire, Buffer.alloc(500, 7)]));
  return path;
}

const known = Object.values(FuseV1Options).filter((value) => typeof value === "number");

describe("the fuses", () => {
  it.each([
    ["linux", false],
    ["win32", true],
  ] as const)("of %s are all set as decided", async (platform, knowsIntegrity) => {
    const file = await executable(known.length);
    await setFuses(file, platform);
    const on = new Set([
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.OnlyLoadAppFromAsar,
      FuseV1Options.WasmTrapHandlers,
      ...(knowsIntegrity ? [FuseV1Options.EnableEmbeddedAsarIntegrityValidation] : []),
    ]);
    const wire = await getCurrentFuseWire(file);
    const set = Object.fromEntries(known.map((fuse) => [FuseV1Options[fuse], wire[fuse]]));
    const wanted = known.map((fuse) => [
      FuseV1Options[fuse],
      on.has(fuse) ? FuseState.ENABLE : FuseState.DISABLE,
    ]);
    expect(set).toEqual(Object.fromEntries(wanted));
  });

  it("are all set in the packed executable", async () => {
    await writeManifest(join(folder, "latest-linux.yml"), `${"A".repeat(86)}==`);
    const wire = await getCurrentFuseWire(join(folder, "ringside"));
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
  });

  it("are all listed: packaging fails if one is missing", async () => {
    await expect(setFuses(await executable(known.length - 1), "linux")).rejects.toThrow(
      /fuse wire .* is not long enough/,
    );
  });

  it("fail the packaging when Electron has a new one", async () => {
    await expect(setFuses(await executable(known.length + 1), "linux")).rejects.toThrow(/fuse/i);
  });

  it("fail the packaging when the file is not Electron's", async () => {
    const file = join(folder, "other");
    await writeFile(file, "no sentinel");
    await expect(setFuses(file, "linux")).rejects.toThrow(/sentinel/i);
  });
});

describe("the package", () => {
  it("is an archive without node_modules and without what only a web server needs", () => {
    expect(config.asar).toBe(true);
    expect(config.files).toContain("!**/node_modules/**");
    expect(config.files).toContain("!dist/renderer/**/*.{br,gz}");
  });

  it("contains which files a route needs, but no other hidden file", () => {
    const project = join(folder, "project");
    const matcher = new FileMatcher(project, folder, (pattern) => pattern, config.files);
    const isPacked = matcher.createFilter();
    const isDirectory = { isDirectory: () => true, isFile: () => false } as Stats; // what it asks
    const isFile = { isDirectory: () => false, isFile: () => true } as Stats; // what it asks
    expect(isPacked(join(project, "dist/renderer/.vite"), isDirectory)).toBe(true);
    const hidden = [
      ".sources",
      ".vite/manifest.json",
      ".vite/route-files.json",
      ".vite/route-files.json.br",
    ];
    const packed = hidden.filter((name) => isPacked(join(project, "dist/renderer", name), isFile));
    expect(packed).toEqual([".vite/route-files.json"]);
  });

  it("has all code in that archive, whose integrity is checked", () => {
    const parts = [config, config.linux, config.mac, config.win, config.appImage];
    for (const part of parts) {
      for (const name of ["asarUnpack", "extraFiles", "extraResources", "disableAsarIntegrity"]) {
        expect(part).not.toHaveProperty(name);
      }
    }
    expect(parts.slice(1).some((part) => "asar" in part)).toBe(false);
  });

  /** Returns the Linux desktop file as electron-builder writes it. */
  const desktopFile = async (exec?: string) => {
    const info = { metadata: config.extraMetadata, framework: {} };
    const packager = {
      info,
      config,
      platformSpecificBuildOptions: config.linux,
      executableName: config.linux.executableName,
      fileAssociations: [],
      appInfo: { productName: "Ringside", sanitizedProductName: "Ringside", description: "" },
    };
    // The constructor would write files; these functions use only these properties.
    const helper: LinuxTargetHelper = Object.create(LinuxTargetHelper.prototype, {
      packager: { value: packager },
    });
    return {
      name: helper.getDesktopFileName(),
      entry: await helper.computeDesktopEntry(config.linux, exec),
    };
  };

  it("has the same name on Linux for windows, desktop file and links", async () => {
    const { name, entry } = await desktopFile();
    expect(config.extraMetadata.desktopName).toBe("portal.ringside.desktop");
    expect(name).toBe("portal.ringside");
    expect(entry).toContain("\nStartupWMClass=portal.ringside\n");
    expect(entry).toContain("\nMimeType=x-scheme-handler/ringside;");
    expect(entry).toMatch(/\nExec=\S+ %U\n/);
  });

  it("is not started without a sandbox by the desktop file of an AppImage", () => {
    expect(config.appImage.executableArgs).toEqual([]);
  });

  it("opens the links of the brand", () => {
    expect(config.protocols).toEqual([{ name: "Ringside", schemes: ["ringside"] }]);
  });

  it("names its maintainer in the .deb, independently of the checkout's remote", async () => {
    const projectDir = await mkdtemp(join(folder, "project-"));
    const manifest = await readFile(new URL("../package.json", import.meta.url));
    await writeFile(join(projectDir, "package.json"), manifest);
    const info = new Packager({ projectDir, config: { ...config } });
    await info.validateConfig();
    const packager = { info, appInfo: new AppInfo(info, null) };
    // The constructor would write scripts; its check uses only these properties.
    const deb: FpmTarget = Object.create(FpmTarget.prototype, {
      packager: { value: packager },
      options: { value: config.linux },
    });
    expect(await deb.checkOptions()).toMatchObject({
      url: "https://ringside.example",
      maintainer: "Ringside Media s.c. <hello@ringside.example>",
    });
  });
});

const owner = generateKeyPairSync("ed25519");
const pem = (key: KeyObject) =>
  key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
const updates = {
  DESKTOP_UPDATE_URL: "https://portal.example.com/updates",
  DESKTOP_UPDATE_PUBLIC_KEY: pem(owner.publicKey),
  DESKTOP_UPDATE_SIGNING_KEY: pem(owner.privateKey),
};

/** Loads the configuration with another environment. */
async function configFor(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("../electron-builder.config.ts")).default;
}

/** Packs for Linux up to our hook, then writes the manifests as electron-builder does. */
async function writeManifest(file: string, sha512: string, changed: Record<string, string> = {}) {
  const { afterPack } = await configFor({ ...updates, ...changed });
  const packager = new Packager({ projectDir: folder });
  const context = {
    electronPlatformName: "linux",
    appOutDir: folder,
    packager: { info: packager, appInfo: { productFilename: "Ringside" } },
  };
  await rm(join(folder, "ringside"), { force: true });
  await writeFile(join(folder, "ringside"), await readFile(await executable(known.length)));
  // The part of the context that our hook uses.
  await afterPack(context as unknown as AfterPackContext);
  const info = {
    version: "1.1.0",
    files: [{ url: "ringside-1.1.0-linux-x86_64.AppImage", sha512 }],
  };
  const task = { file, info, publishConfiguration: { provider: "generic" }, packager, arch: null };
  await writeUpdateInfoFiles([task] as never, packager); // the part that it uses
}

describe("updates", () => {
  it("are not configured without an update URL", async () => {
    expect((await configFor({ DESKTOP_UPDATE_URL: "" })).publish).toBeNull();
  });

  it("are loaded from that URL, from the only channel that the app uses", async () => {
    expect((await configFor(updates)).publish).toEqual([
      { provider: "generic", url: "https://portal.example.com/updates/", channel: "latest" },
    ]);
  });

  it("for macOS are the archive that its updater requires", () => {
    expect(config.mac.target).toContain("zip");
  });

  it("have manifests that the app accepts", async () => {
    const name = "latest-linux.yml";
    await writeManifest(join(folder, name), `${"A".repeat(86)}==`);
    const bytes = await readFile(join(folder, name));
    const signatures = await readFile(join(folder, `${name}.sig`), "utf8");
    const verify = (product: string, manifest: { name: string; bytes: Uint8Array }) =>
      verifyManifest(product, manifest, signatures, [owner.publicKey]);
    expect(() => verify("ringside", { name, bytes })).not.toThrow();
    const { info, signedAt, expiresAt, keys } = parseManifest(name, bytes);
    expect(info.version).toBe("1.1.0");
    expect(Math.abs(Date.now() - signedAt)).toBeLessThan(600_000);
    expect(expiresAt - signedAt).toBe(90 * 24 * 3_600_000);
    expect(keys).toEqual([formatPublicKey(owner.publicKey)]);
    expect(() => verify("other", { name, bytes })).toThrow("publisher");
    expect(() => verify("ringside", { name: "latest.yml", bytes })).toThrow("publisher");
  });

  it("are signed with every key, and list the public ones, so that keys can be replaced", async () => {
    const next = generateKeyPairSync("ed25519");
    const name = "latest-linux.yml";
    await writeManifest(join(folder, name), `${"A".repeat(86)}==`, {
      DESKTOP_UPDATE_PUBLIC_KEY: pem(next.publicKey),
      DESKTOP_UPDATE_SIGNING_KEY: pem(owner.privateKey) + pem(next.privateKey),
    });
    const bytes = await readFile(join(folder, name));
    const signatures = await readFile(join(folder, `${name}.sig`), "utf8");
    for (const { publicKey } of [owner, next]) {
      const verify = () => verifyManifest("ringside", { name, bytes }, signatures, [publicKey]);
      expect(verify).not.toThrow();
    }
    expect(parseManifest(name, bytes).keys).toEqual([formatPublicKey(next.publicKey)]);
  });

  it("are signed again without a new version, so that they do not expire", async () => {
    const target = await mkdtemp(join(folder, "published-"));
    const name = "latest-linux.yml";
    await writeManifest(join(target, name), `${"A".repeat(86)}==`);
    await writeFile(join(target, "ringside.AppImage"), "package");
    const before = parseManifest(name, await readFile(join(target, name)));
    vi.useFakeTimers({ toFake: ["Date"], now: before.signedAt + 1_000 });
    expect(await renewManifests(target, brand, updates)).toEqual([name]);
    vi.useRealTimers();
    const bytes = await readFile(join(target, name));
    const signatures = await readFile(join(target, `${name}.sig`), "utf8");
    verifyManifest("ringside", { name, bytes }, signatures, [owner.publicKey]);
    const later = { signedAt: before.signedAt + 1_000, expiresAt: before.expiresAt + 1_000 };
    expect(parseManifest(name, bytes)).toEqual({ ...before, ...later });
    expect(await readdir(target)).toHaveLength(3);
    await expect(renewManifests(target, brand, {})).rejects.toThrow(
      "DESKTOP_UPDATE_URL has to be set",
    );
  });

  it("fail the packaging, unsigned, when the app would refuse them", async () => {
    const file = join(folder, "latest-mac.yml");
    await expect(writeManifest(file, "no hash")).rejects.toThrow("latest-mac.yml cannot be used");
    expect(await readdir(folder)).not.toContain("latest-mac.yml.sig");
  });

  it("are also signed with a key from a file", async () => {
    const path = join(folder, "key.pem");
    await writeFile(path, updates.DESKTOP_UPDATE_SIGNING_KEY);
    expect(
      (await configFor({ ...updates, DESKTOP_UPDATE_SIGNING_KEY: path })).publish,
    ).toBeTruthy();
  });

  it.each([
    ["DESKTOP_UPDATE_SIGNING_KEY", "", /^DESKTOP_UPDATE_SIGNING_KEY has to be/],
    ["DESKTOP_UPDATE_SIGNING_KEY", "/nowhere/key.pem", /^DESKTOP_UPDATE_SIGNING_KEY has to be/],
    [
      "DESKTOP_UPDATE_SIGNING_KEY",
      updates.DESKTOP_UPDATE_PUBLIC_KEY,
      /^DESKTOP_UPDATE_SIGNING_KEY/,
    ],
    ["DESKTOP_UPDATE_PUBLIC_KEY", "", /^DESKTOP_UPDATE_PUBLIC_KEY has to be/],
    [
      "DESKTOP_UPDATE_PUBLIC_KEY",
      pem(generateKeyPairSync("ed25519").publicKey),
      /^DESKTOP_UPDATE_PUBLIC_KEY is not that of/,
    ],
    ["DESKTOP_UPDATE_URL", "http://portal.example.com/", /^DESKTOP_UPDATE_URL has to be/],
  ])("fail the packaging with a sentence for %s=%j", async (name, value, sentence) => {
    await expect(configFor({ ...updates, [name]: value })).rejects.toThrow(sentence);
  });
});
