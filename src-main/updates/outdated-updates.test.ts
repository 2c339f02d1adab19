import { describe, expect, it, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { isOffline } from "./updater.ts";
import { OutdatedManifestError } from "./manifest-trust.ts";
import {
  expectNothingTaken,
  file,
  folder,
  good,
  logged,
  manifest,
  packageName,
  packaged,
  session,
  stranger,
  updater,
} from "./testing/installed-app.ts";
import { manifestText, owner, publish, sha512, terms } from "./testing/update-folder.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));

describe("a network that is down", () => {
  const cases: [string, () => unknown][] = [
    ["a server that is not there", () => folder.close()],
    ["a connection that breaks", () => folder.files.set(manifest, (r) => void r.destroy())],
    [
      "a connection that breaks before the signature",
      () => folder.files.set(`${manifest}.sig`, (r) => void r.destroy()),
    ],
  ];
  it.each(cases)("is distinguished from a refusal and not logged: %s", async (_name, breakOff) => {
    publish(folder, manifest, good, owner.privateKey);
    await breakOff();
    const error: unknown = await updater()
      .check()
      .catch((reason: unknown) => reason);
    expect(isOffline(error)).toBe(true);
    expect(logged).toEqual([]);
    await expectNothingTaken();
  });

  it("times out if the server sends nothing", async () => {
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

describe("a genuine but outdated manifest", () => {
  const hash = sha512(packaged);
  const put = (version: string, given: Parameters<typeof terms>[0] = {}) =>
    publish(
      folder,
      manifest,
      manifestText(version, packageName, hash, terms(given)),
      owner.privateKey,
    );

  /** Returns the logged reason of the refusal. */
  async function refusal(): Promise<string> {
    const error: unknown = await updater()
      .check()
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OutdatedManifestError);
    expect(isOffline(error)).toBe(false);
    await expectNothingTaken();
    return logged.join("");
  }

  it("is refused and logged once it has expired", async () => {
    put("1.1.0", { signedAt: Date.now() - 90 * dayMs, expiresAt: Date.now() - 1 });
    expect(await refusal()).toContain(`Updating has failed: ${manifest} has expired on `);
  });

  it("is identified by its expiry date, whatever the reason of the refusal", async () => {
    const now = Date.now();
    put("1.1.0", { expiresAt: now - 1 });
    await expect(updater().check()).rejects.toMatchObject({ expiresAt: now - 1 });
    put("1.1.0", { signedAt: now });
    await updater().check();
    put("1.1.0", { signedAt: now - 1, expiresAt: now + dayMs });
    await expect(updater().check()).rejects.toMatchObject({ expiresAt: now + dayMs });
    put("1.0.0", { signedAt: now, expiresAt: now + 2 * dayMs });
    await expect(updater().check()).rejects.toMatchObject({ expiresAt: now + 2 * dayMs });
  });

  it("is refused even if it offers the current version", async () => {
    put("1.0.0", { expiresAt: Date.now() - 1 });
    expect(await refusal()).toContain("has expired on");
  });

  it("is refused if a newer one was seen, also before a restart", async () => {
    const now = Date.now();
    put("1.1.0", { signedAt: now - 10 * dayMs });
    expect((await updater().check())?.version).toBe("1.1.0");
    put("1.2.0", { signedAt: now });
    expect((await updater().check())?.version).toBe("1.2.0");
    folder.requestedPaths.length = 0;
    put("1.2.0", { signedAt: now - 1 });
    expect(await refusal()).toContain("that was seen before");
    expect(file.get("newest-update")).toMatchObject({ version: "1.2.0", signedAt: now });
  });

  it("is refused if a newer version was seen, whenever it was signed", async () => {
    put("1.10.0");
    await updater().check();
    put("1.9.0", { signedAt: Date.now() + dayMs });
    expect(await refusal()).toContain("offers 1.9.0 although 1.10.0 was seen before");
  });

  it("is not remembered if it has expired or is not signed by the publisher", async () => {
    put("9.0.0", { expiresAt: 0 });
    await updater()
      .check()
      .catch(() => {});
    const later = manifestText("9.0.0", packageName, hash, terms({ signedAt: Date.now() + dayMs }));
    publish(folder, manifest, later, stranger.privateKey);
    await updater()
      .check()
      .catch(() => {});
    put("1.1.0");
    expect((await updater().check())?.version).toBe("1.1.0");
  });

  it("is accepted again while it is the newest", async () => {
    put("1.1.0");
    await updater().check();
    expect((await updater().check())?.version).toBe("1.1.0");
  });

  it("does not matter if the remembered state cannot be read", async () => {
    file.set("newest-update", { version: "newest", signedAt: "today" });
    put("1.1.0");
    expect((await updater().check())?.version).toBe("1.1.0");
  });
});
