import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { languages } from "../../src-shared/languages.ts";
import { buildTag, serviceWorkerPath } from "../../src-shared/service-worker.ts";
import type { BuiltFiles } from "../service-worker/built-files.ts";

/** Names of the parts that every visit loads. */
const always = ["flag-service", "transport", "update-notice"];

/** Names of the parts, and of the texts, that show kept content without a connection (service-worker-plugin.ts). */
export const offlineParts = [
  "saved-page",
  "kept-entry-page",
  "kept-show",
  "entry-page",
  "recipe-page",
  "show-day-page",
  "recipe-view",
  "protocol-view",
  "video-view",
  "cook-mode",
  "drawings",
  "markdown-text",
  "menu-drawer",
  "kept-strip",
  "login-page",
  "logout-page",
  ...languages.flatMap((language) => [`${language}-visitors`, `${language}-members`]),
];

const source = resolve(import.meta.dirname, "../service-worker/worker.ts");

type Bundle = Rolldown.OutputBundle;

/** Returns a name for a build. The names of its files bear hashes of their contents. */
function nameBuild(html: string, bundle: Bundle): string {
  const hash = createHash("sha256").update(html);
  for (const file of Object.keys(bundle).toSorted()) hash.update(`\0${file}`);
  return hash.digest("hex").slice(0, 16);
}

/** Returns the files with the given parts, and what they import at once. */
function withImports(bundle: Bundle, files: readonly string[], into = new Set<string>()) {
  for (const file of files) {
    const output = bundle[file];
    if (into.has(file) || !output) continue;
    into.add(file);
    if (output.type === "chunk") withImports(bundle, output.imports, into);
  }
  return into;
}

/** Returns the files with the parts of these names. Throws if there is none of a name. */
function filesOf(bundle: Bundle, names: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  return names.flatMap((part) => {
    const found = chunks.filter(({ name }) => name.split(".").includes(part));
    if (found.length === 0) throw new Error(`No file has the part "${part}".`);
    return found.map(({ fileName }) => fileName);
  });
}

/** Returns the paths of what every visit loads: what index.html names, and the parts that follow. */
function shellOf(html: string, bundle: Bundle): string[] {
  const named = [...html.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file]) => String(file));
  const parts = filesOf(bundle, always);
  return [...withImports(bundle, [...named, ...parts])].map((file) => `/${file}`);
}

/** Returns the paths of what shows kept content, besides what every visit loads. */
function offlineOf(bundle: Bundle, shell: readonly string[]): string[] {
  const logos = Object.keys(bundle).filter((file) => file.startsWith("assets/logo-"));
  const files = withImports(bundle, [...filesOf(bundle, offlineParts), ...logos]);
  return [...files].map((file) => `/${file}`).filter((path) => !shell.includes(path));
}

/** Bundles the service worker, with what it has to know of the build in it. Returns its source. */
async function bundleWorker(files: BuiltFiles): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { BUILT_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: "es2022",
      minify: "oxc",
      rolldownOptions: {
        input: source,
        output: { format: "iife", codeSplitting: false },
        // Of the lists in src-shared only values are used, not the schemas beside them.
        treeshake: { moduleSideEffects: false, manualPureFunctions: ["z"] },
      },
    },
  });
  if (!("output" in built)) throw new Error("The service worker was built more than once.");
  const [chunk] = built.output;
  return chunk.code;
}

/** Adds the service worker to the build, and the name of the build to index.html. */
export const serviceWorker = (): Plugin => ({
  name: "service-worker",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  enforce: "post",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => [
      {
        tag: "meta",
        attrs: { name: buildTag, content: nameBuild(html, bundle) },
        injectTo: "head",
      },
    ],
  },
  async generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") return;
    const html = String(page.source);
    const [, name] = new RegExp(`name="${buildTag}" content="(\\w+)"`).exec(html) ?? [];
    if (name === undefined) throw new Error("index.html does not name its build.");
    const assets = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
    const list = this.emitFile({
      type: "asset",
      name: "files.json",
      source: JSON.stringify(assets.map((file) => `/${file}`)),
    });
    const shell = shellOf(html, bundle);
    this.emitFile({
      type: "asset",
      fileName: serviceWorkerPath.slice(1),
      source: await bundleWorker({
        build: name,
        shell,
        offline: offlineOf(bundle, shell),
        list: `/${this.getFileName(list)}`,
      }),
    });
  },
});
