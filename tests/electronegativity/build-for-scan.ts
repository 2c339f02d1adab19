import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds entry files and our modules they import for Electronegativity: one .js file per module in ES2019,
 * because its parser skips files with newer syntax and all .mjs and .cjs files. Packages are excluded.
 * The output stays ES modules, because the checks only recognise the name `BrowserWindow`.
 *
 * @param entries absolute paths
 */
export async function buildForScan(entries: string[], folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      target: "es2019",
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: entries,
        external: (id) => !id.startsWith(".") && !isAbsolute(id),
        output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: "[name].js" },
      },
    },
  });
}
