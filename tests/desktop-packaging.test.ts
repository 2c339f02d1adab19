import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import config, { setFuses } from "../electron-builder.config.ts";

/** By this Electron's executables mark the place of their fuses. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
let folder = "";

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "fuses-"))));
afterAll(() => rm(folder, { recursive: true }));

/** A file with as many fuses as that, all as Electron is delivered. */
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
  it.each(["linux", "win32"] as const)("of %s are all set", async (platform) => {
    const file = await executable(known.length);
    await setFuses(file, platform);
    const wire = await getCurrentFuseWire(file);
    const on = known.filter((fuse) => wire[fuse] === FuseState.ENABLE);
    const off = known.filter((fuse) => wire[fuse] === FuseState.DISABLE);
    expect(new Set([...on, ...off])).toEqual(new Set(known));
    expect(on).toContain(FuseV1Options.OnlyLoadAppFromAsar);
    expect(on.includes(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(
      platform !== "linux",
    );
    for (const fuse of [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]) {
      expect(off).toContain(fuse);
    }
  });

  it("fail the packaging when Electron has one that nobody decided on", async () => {
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

  it("opens the links of the brand", () => {
    expect(config.protocols).toEqual([{ name: "Ringside", schemes: ["ringside"] }]);
  });
});
