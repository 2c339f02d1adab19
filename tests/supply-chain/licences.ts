/** A package in `package-lock.json`, where npm copies the licence of the package. */
export type LockedPackage = { license?: string; dev?: boolean; devOptional?: boolean };

/** Licences allowed for the delivered product: they only require a notice. */
const delivered = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** Licences that development tools may have as well: they are not delivered. */
const tools = [...delivered, "Artistic-2.0", "CC-BY-3.0", "CC-BY-4.0", "MPL-2.0", "WTFPL"];

/** Packages without a licence in their metadata, by name and version, with the licence in their files. */
const undeclared: Record<string, string> = {
  "busboy@0.3.1": "MIT, by its file LICENSE",
  "combine-errors@3.0.3": "MIT, by its file Readme.md",
  "dicer@0.3.0": "MIT, by its file LICENSE",
  "humanize-number@0.0.2": "MIT, by its file Readme.md",
  "only@0.0.2": "MIT, by its file Readme.md",
  "png-js@2.0.0": "MIT, by its file LICENSE",
  "streamsearch@0.1.2": "MIT, by its file LICENSE",
};

const alternatives = (licence: string) => licence.replaceAll(/[()]/g, "").split(" OR ");

/**
 * Returns the packages of a lock file whose licence is not allowed where they are used, with that
 * licence.
 */
export function refusedLicences(
  packages: Record<string, LockedPackage & { version?: string }>,
): string[] {
  return Object.entries(packages).flatMap(([path, { license, version, dev, devOptional }]) => {
    const name = path.replace(/^.*node_modules\//, "");
    if (path === "" || `${name}@${version}` in undeclared) return [];
    const allowed = dev || devOptional ? tools : delivered;
    const permitted = (terms: string) =>
      terms.split(" AND ").every((licence) => allowed.includes(licence));
    return alternatives(license ?? "").some(permitted)
      ? []
      : [`${name}@${version}: ${license ?? "no licence"}`];
  });
}
