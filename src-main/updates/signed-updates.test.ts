import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as electron from "../testing/recording-electron.ts";
import {
  expectNothingTaken,
  folder,
  foreign,
  good,
  home,
  installed,
  logged,
  manifest,
  packageName,
  packaged,
  stranger,
  updater,
} from "./testing/installed-app.ts";
import { manifestText, owner, publish, sha512 } from "./testing/update-folder.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));

describe("a version signed by the publisher", () => {
  beforeEach(() => publish(folder, manifest, good, owner.privateKey));

  it("is found, downloaded and installed", async () => {
    const { check, install } = updater();
    const found = await check();
    expect(found?.version).toBe("1.1.0");
    expect(folder.requestedPaths).toEqual([`/updates/${manifest}`, `/updates/${manifest}.sig`]);
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

  it("stores and sends no ID of the installation", async () => {
    await (await updater().check())?.download();
    expect(await readdir(join(home, "data"))).toEqual([]);
  });

  it("comes from our folder even if app-update.yml names another one", async () => {
    publish(
      foreign,
      manifest,
      manifestText("9.0.0", "evil.AppImage", sha512("x")),
      stranger.privateKey,
    );
    expect((await updater().check())?.version).toBe("1.1.0");
    expect(foreign.requestedPaths).toEqual([]);
  });

  it.each(["1.1.0", "1.1.1", "2.0.0", "1.2.0-beta.1"])("is not offered to %s", async (version) => {
    expect(await updater(version).check()).toBeNull();
    await expectNothingTaken();
  });
});

describe("a manifest not signed by the publisher", () => {
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
    ["a page instead of a signature", () => folder.files.set(`${manifest}.sig`, "<html></html>")],
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

  it("is refused if the folder is empty, and a later one is accepted", async () => {
    const { check } = updater();
    await expect(check()).rejects.toThrow("404");
    publish(folder, manifest, good, owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
  });
});

describe("a manifest signed by mistake", () => {
  const hash = sha512(packaged);
  it.each([
    ["no YAML", "version: [1.1.0"],
    ["no manifest", "just a text"],
    ["no version", good.replace("version: 1.1.0", "")],
    ["a version that is none", good.replace("1.1.0", "newest")],
    ["a version with build metadata", good.replace("version: 1.1.0", "version: 1.1.0+5")],
    ["a version that starts with v", good.replace("version: 1.1.0", "version: v1.1.0")],
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

  it.each(["0.9.0", "1.0.0-beta.1", "1.1.0-beta.1"])("is not installed: %s", async (version) => {
    publish(folder, manifest, good.replace("1.1.0", version), owner.privateKey);
    expect(await updater().check()).toBeNull();
    expect(logged).toEqual([`An update was not taken: ${version} instead of 1.0.0\n`]);
    await expectNothingTaken();
  });

  it("offers a prerelease to users of a prerelease", async () => {
    publish(folder, manifest, good.replace("1.1.0", "1.1.0-beta.10"), owner.privateKey);
    expect((await updater("1.1.0-beta.9").check())?.version).toBe("1.1.0-beta.10");
  });
});

describe("a package that differs from the signed one", () => {
  beforeEach(() => publish(folder, manifest, good, owner.privateKey));

  /** The result of a download: the reason of the refusal, and what quitting installs. */
  async function outcome() {
    const found = await updater().check();
    const refused = await found?.download().catch((error: unknown) => String(error));
    electron.app.emit("quit", {}, 0);
    return { refused, installed: await installed() };
  }

  const nothing = { installed: "version 1.0.0" };

  it("is not installed, neither now nor when the user quits", async () => {
    folder.files.set(packageName, packaged.replace("exit 0", "exit 1"));
    const refused = expect.stringContaining("sha512 checksum mismatch") as string; // a matcher
    expect(await outcome()).toEqual({ ...nothing, refused });
    expect(logged.join("")).toMatch(/^Updating has failed: sha512/);
  });

  it("is not installed if it is truncated", async () => {
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
    expect(foreign.requestedPaths).toEqual([]);
  });

  it("is not fetched from outside the folder", async () => {
    folder.files.set(packageName, (r) => void r.writeHead(302, { location: "/other" }).end());
    expect(await outcome()).toEqual({ ...nothing, refused: blocked });
    expect(folder.requestedPaths).not.toContain("/other");
  });
});

it("an installation that cannot update itself throws", () => {
  vi.stubEnv("APPIMAGE", undefined);
  expect(() => updater()).toThrow("does not update itself");
});
