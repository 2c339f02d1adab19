import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { licenceListPath } from "#shared/licence-list.ts";

/** A bundled package, as Vite describes it. */
export type BundledPackage = {
  name: string;
  version: string;
  /** Absent if the package declares none. */
  identifier?: string;
  /** The text of its licence, if the package contains it. */
  text?: string;
};

/** Where Vite writes down what it has bundled; replaced by the list for readers. */
const bundledPackages = ".vite/licences.json";

const rule = "-".repeat(72);
const noText = "The package contains no text of its licence.";

/**
 * Returns the list of bundled packages with their licences, each text once. Throws if a package declares no licence.
 *
 * @param others what is delivered besides, such as fonts: names, and the texts of their licences
 */
export function licenceList(packages: BundledPackage[], others: Record<string, string>): string {
  const undeclared = packages.filter(({ identifier }) => !identifier).map(({ name }) => name);
  if (undeclared.length > 0) throw new Error(`Bundled without a licence: ${undeclared.join(", ")}`);
  const entries = packages.map(({ name, version, identifier = "", text = noText }) => ({
    name: `${name} ${version} (${identifier})`,
    text,
  }));
  for (const [name, text] of Object.entries(others)) entries.push({ name, text: text.trim() });
  const parts = [...Map.groupBy(entries, ({ text }) => text.replaceAll("\r\n", "\n"))].map(
    ([text, of]) => `${rule}\n${of.map(({ name }) => name).join("\n")}\n${rule}\n\n${text}\n`,
  );
  return `This application contains the following software by others, each under its own licence.\n\n${parts.join("\n")}`;
}

/**
 * Writes the licences of what the bundles contain to `third-party-licences.txt`, unless they contain our own code only.
 *
 * @param fonts paths of the licences of fonts, named `OFL-<font>.txt`
 */
export const writeLicenceList = (fonts: readonly string[] = []): Plugin => ({
  name: "licence-list",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  config: () => ({ build: { license: { fileName: bundledPackages } } }),
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const described = bundle[bundledPackages];
      if (described?.type !== "asset") throw new Error("Vite has not described what it bundled.");
      const packages = JSON.parse(String(described.source)) as BundledPackage[]; // just written by Vite
      delete bundle[bundledPackages];
      if (packages.length + fonts.length === 0) return;
      const others = fonts.map((path) => [
        `Font ${basename(path, ".txt").replace(/^OFL-/, "")} (OFL-1.1)`,
        readFileSync(path, "utf8"),
      ]);
      this.emitFile({
        type: "asset",
        fileName: licenceListPath.slice(1),
        source: licenceList(packages, Object.fromEntries(others)),
      });
    },
  },
});
