import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { refusedLicences } from "./licences.ts";

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

describe("the licences of dependencies", () => {
  it("are all allowed", () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
    expect(refusedLicences(lock.packages)).toEqual([]);
  });

  it.each([
    [{ license: "GPL-3.0-only" }, 1],
    [{ license: "UNLICENSED" }, 1],
    [{}, 1],
    [{ license: "MPL-2.0" }, 1],
    [{ license: "MPL-2.0", dev: true }, 0],
    [{ license: "GPL-3.0-only", dev: true }, 1],
    [{ license: "(GPL-3.0-only OR MIT)" }, 0],
    [{ license: "MIT AND GPL-3.0-only" }, 1],
    [{ license: "Apache-2.0 AND MIT" }, 0],
  ])("%j are refused %i times", (locked, count) => {
    const packages = { "": {}, "node_modules/a/node_modules/b": { version: "1.0.0", ...locked } };
    expect(refusedLicences(packages)).toHaveLength(count);
  });
});
