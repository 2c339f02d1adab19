import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { brandDirOf, readBrand } from "#api/brand.ts";
import { loadSettings } from "#api/settings.ts";
import type { Brand } from "#shared/brand.ts";
import { readUpdatePackaging } from "./sign-packages.ts";

/** Signs the manifests of a folder again before they expire. Resolves with their names. Rejects with a readable message. */
export async function renewManifests(
  folder: string,
  { deepLinkScheme }: Pick<Brand, "deepLinkScheme">,
  environment: Record<string, string | undefined>,
): Promise<string[]> {
  const updates = readUpdatePackaging(deepLinkScheme, environment);
  if (!updates) throw new Error("DESKTOP_UPDATE_URL has to be set.");
  const renewed: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (await updates.sign(join(folder, name))) renewed.push(name);
  }
  return renewed;
}

/** `npm run desktop:renew -- <folder>` */
if (import.meta.main) {
  const [folder = "dist/desktop"] = process.argv.slice(2);
  try {
    const brand = await readBrand(brandDirOf(loadSettings([])));
    const names = await renewManifests(folder, brand, process.env);
    process.stdout.write(names.map((name) => `${name} was signed anew.\n`).join(""));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
