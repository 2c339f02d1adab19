import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

type Locked = {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
};

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const packages = Object.entries<Locked>(lock.packages).filter(([path]) => path !== "");

it("every dependency has one exact version", () => {
  const { dependencies, devDependencies } = packageJson;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("every package has an integrity hash and no registry address", () => {
  expect(packages.length).toBeGreaterThan(500);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it("every package with an install script is explicitly allowed or denied", () => {
  const running = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  const undecided = running.filter((name) => !(name in packageJson.allowScripts));
  expect(undecided).toEqual([]);
});
