import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { formatPublicKey } from "./manifest/update-source.ts";
import {
  folder,
  manifest,
  packageName,
  packaged,
  publicKey,
  stranger,
  updater,
} from "./testing/installed-app.ts";
import { manifestText, owner, publish, sha512, terms } from "./testing/update-folder.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));

describe("the publisher's keys", () => {
  const next = generateKeyPairSync("ed25519");
  const hash = sha512(packaged);
  const base64 = (key: KeyObject) => formatPublicKey(key);
  /** A manifest that names keys, signed by other keys. */
  const put = (version: string, named: KeyObject[], ...signing: KeyObject[]) =>
    publish(
      folder,
      manifest,
      manifestText(version, packageName, hash, terms({ keys: named.map(base64) })),
      ...signing,
    );
  const check = (keys?: string) => updater("1.0.0", keys).check();

  it("are replaced by those that a manifest names", async () => {
    put("1.1.0", [owner.publicKey, next.publicKey], owner.privateKey);
    await check();
    put("1.2.0", [next.publicKey], next.privateKey);
    expect((await check())?.version).toBe("1.2.0");
    put("1.3.0", [owner.publicKey], owner.privateKey);
    await expect(check()).rejects.toThrow("is not the publisher's");
  });

  it("may sign together, so that an app that missed the change can follow", async () => {
    put("1.1.0", [next.publicKey], next.privateKey, owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
    put("1.2.0", [next.publicKey], next.privateKey);
    expect((await check())?.version).toBe("1.2.0");
  });

  it("are not replaced by a manifest with a foreign signature", async () => {
    put("1.1.0", [stranger.publicKey], stranger.privateKey);
    await expect(check()).rejects.toThrow("is not the publisher's");
    put("1.1.0", [owner.publicKey], owner.privateKey);
    expect((await check())?.version).toBe("1.1.0");
  });

  it("are those of the build in a newly installed app", async () => {
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

  it("sign at most eight times", async () => {
    put("1.1.0", [owner.publicKey], ...Array<KeyObject>(9).fill(owner.privateKey));
    await expect(check()).rejects.toThrow("is not the publisher's");
  });
});
