import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds entry files, with what they import of ours, into a folder in a form that Electronegativity
 * takes in: a .js file per module, without syntax younger than ES2019. Its parser passes over
 * whole files that hold some, and over any .mjs, .cjs; packages are left out, the findings are to be
 * about our own code. Modules stay ES modules, since its checks know `BrowserWindow` by that name only.
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
