import type { Plugin } from "vite";

/** Prefixes of the file names of the two Latin fonts that every first paint needs. */
const firstPaint = ["brygada-1918-latin-wght-normal", "source-sans-3-latin-wght-normal"];

/** Adds `<link rel="preload">` for the fonts to index.html, so that headlines do not switch fonts. */
export function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => firstPaint.some((font) => file.includes(`/${font}`)))
          .map((file) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              crossorigin: "",
              href: `/${file}`,
            },
          })),
    },
  };
}
