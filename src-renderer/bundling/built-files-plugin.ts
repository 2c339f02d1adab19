import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { buildTag, builtFilesPath, type BuiltFiles } from "#shared/service-worker.ts";

/** Names the build in index.html and writes down its files: a page can tell whether the server has a newer one. */
export function writeBuiltFiles(): Plugin {
  let build = "";
  return {
    name: "built-files",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        // The names of the files in it bear hashes of their contents.
        build = createHash("sha256").update(html).digest("hex").slice(0, 16);
        return [{ tag: "meta", attrs: { name: buildTag, content: build }, injectTo: "head" }];
      },
    },
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      const described: BuiltFiles = { build, files: files.map((file) => `/${file}`) };
      this.emitFile({
        type: "asset",
        fileName: builtFilesPath.slice(1),
        source: JSON.stringify(described),
      });
    },
  };
}
