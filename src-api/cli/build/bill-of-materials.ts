import { execFile } from "node:child_process";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Development dependencies that are partly delivered: the desktop app's runtime and the fonts. */
const deliveredTools = ["electron", "@expo-google-fonts/brygada-1918", "source-sans"];

type Versions = Record<string, string>;
type Locked = { dev?: boolean; dependencies?: Versions; devDependencies?: Versions };
export type Manifest = { name: string; dependencies: Versions; devDependencies: Versions };
export type Lock = { packages: Record<string, Locked> };

const only = (versions: Versions, names: readonly string[]): Versions =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => names.includes(name)));

/**
 * Reduces the manifest and the lock file to the delivered packages. `npm sbom --omit=dev` would also drop
 * delivered packages that development tools share.
 */
export function deliveredOnly(manifest: Manifest, lock: Lock): { manifest: object; lock: object } {
  const { devDependencies, ...delivered } = manifest;
  const dependencies = { ...manifest.dependencies, ...only(devDependencies, deliveredTools) };
  const included = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const { dev, dependencies: _, devDependencies: _tools, ...facts } = entry;
    if (path === "") return [[path, { ...facts, dependencies }]];
    if (!dev) return [[path, entry]];
    // Their own dependencies only install them, and are not delivered.
    return deliveredTools.some((name) => path === `node_modules/${name}`) ? [[path, facts]] : [];
  });
  return {
    manifest: { ...delivered, dependencies },
    lock: { ...lock, packages: Object.fromEntries(included) },
  };
}

const read = async <Content>(name: string) =>
  JSON.parse(await readFile(join(root, name), "utf8")) as Content; // npm's own format

/** Returns the delivered packages as CycloneDX in JSON. Rejects if the locked versions conflict. */
export async function billOfMaterials(): Promise<string> {
  const manifest = await read<Manifest>("package.json");
  const delivered = deliveredOnly(manifest, await read<Lock>("package-lock.json"));
  const folder = await mkdtemp(join(tmpdir(), "sbom-"));
  try {
    const cwd = join(folder, manifest.name); // npm names the product after its folder
    await mkdir(cwd);
    await writeFile(join(cwd, "package.json"), JSON.stringify(delivered.manifest));
    await writeFile(join(cwd, "package-lock.json"), JSON.stringify(delivered.lock));
    const options = ["--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const { stdout } = await promisify(execFile)("npm", ["sbom", ...options], {
      cwd,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
