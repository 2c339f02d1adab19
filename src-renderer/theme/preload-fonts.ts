import { basename } from "node:path";
import type { Plugin } from "vite";

/** The two fonts that every first paint needs, in both languages. */
const firstPaint: ReadonlySet<string> = new Set(["brygada-1918.woff2", "source-sans-3.woff2"]);

/** Adds `<link rel="preload">` for the fonts to index.html, so that headlines do not switch fonts. */
export function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === "asset")
          .filter((file) => file.originalFileNames.some((name) => firstPaint.has(basename(name))))
          .map(({ fileName }) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              crossorigin: "",
              href: `/${fileName}`,
            },
          })),
    },
  };
}
