import type { Plugin } from "vite";
import { firstPaintScript } from "#shared/first-paint.ts";

/** Adds the script of the first paint to index.html, before everything that loads. */
export function addFirstPaintScript(): Plugin {
  return {
    name: "first-paint-script",
    transformIndexHtml: {
      order: "post",
      handler: () => [{ tag: "script", children: firstPaintScript, injectTo: "head-prepend" }],
    },
  };
}
