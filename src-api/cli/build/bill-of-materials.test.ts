import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { billOfMaterials, deliveredOnly, type Lock } from "./bill-of-materials.ts";

type Component = {
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
};

const lock = JSON.parse(
  await readFile(new URL("../../../package-lock.json", import.meta.url), "utf8"),
) as Lock & { packages: Record<string, { version: string }> }; // npm's own format

test("The bill of materials names every delivered package with its licence, and no tool", async () => {
  const bill = JSON.parse(await billOfMaterials());
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(["CycloneDX", "ringside"]);
  const components: Component[] = bill.components;
  const named = components.map(({ name, version }) => `${name}@${version}`);
  const delivered = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`);
  expect(delivered.length).toBeGreaterThan(500);
  expect(delivered.filter((each) => !named.includes(each))).toEqual([]);
  const besides = named
    .filter((each) => !delivered.includes(each))
    .map((each) => each.replace(/@[^@]+$/, ""));
  expect(besides.toSorted()).toEqual([
    "@expo-google-fonts/brygada-1918",
    "electron",
    "source-sans",
  ]);
  const withoutLicence = components.filter(({ licenses = [] }) => licenses.length === 0);
  expect(withoutLicence.map(({ name }) => name)).toEqual(["combine-errors", "png-js"]);
}, 60_000);

test("A tool is left out with what only it needs; a delivered one without what installs it", () => {
  const versions = { tool: "1.0.0", electron: "1.0.0" };
  const manifest = { name: "x", dependencies: { lib: "1.0.0" }, devDependencies: versions };
  const packages = {
    "": { dependencies: { lib: "1.0.0" }, devDependencies: versions },
    "node_modules/lib": { dependencies: { shared: "1.0.0" } },
    "node_modules/shared": {},
    "node_modules/tool": { dev: true, dependencies: { shared: "1.0.0" } },
    "node_modules/electron": { dev: true, dependencies: { unzip: "1.0.0" } },
    "node_modules/unzip": { dev: true },
  };
  const dependencies = { lib: "1.0.0", electron: "1.0.0" };
  expect(deliveredOnly(manifest, { packages })).toEqual({
    manifest: { name: "x", dependencies },
    lock: {
      packages: {
        "": { dependencies },
        "node_modules/lib": { dependencies: { shared: "1.0.0" } },
        "node_modules/shared": {},
        "node_modules/electron": {},
      },
    },
  });
});
