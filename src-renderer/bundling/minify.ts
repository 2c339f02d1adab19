import { minify } from "@swc/core";
import type { Plugin } from "vite";

/** Minifies with SWC, whose result is 3 % smaller after compression than that of Vite's minifier. */
export const minifyWithSwc = (): Plugin => ({
  name: "minify-with-swc",
  apply: "build",
  async renderChunk(source) {
    const { code } = await minify(source, {
      module: true,
      ecma: 2022,
      compress: { passes: 3, ecma: 2022 },
      mangle: { toplevel: true },
    });
    return { code };
  },
});
