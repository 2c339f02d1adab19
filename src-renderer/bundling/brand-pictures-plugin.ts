import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Brand } from "#shared/brand.ts";
import { colourerOf } from "#renderer/theme/colourer.ts";

/** Imports of such drawings; the logo is the brand’s own. */
const drawing = /\/pictures\/[\w-]+\.svg\?url$/;

/** Returns the text of an SVG file with its colours as `colour` gives them. */
export const recolour = (svg: string, colour: (own: string) => string): string =>
  svg.replaceAll(/#[0-9a-f]{6}\b/gi, colour);

/** Gives drawings in files the colours of the brand, unless they have them. */
export function brandPictures(
  colours: Brand["colours"],
  cache = resolve(import.meta.dirname, "../../node_modules/.brand"),
): Plugin {
  const inBrand = colourerOf(colours);
  return {
    name: "brand-pictures",
    enforce: "pre",
    resolveId(source, importer) {
      if (!importer || !drawing.test(source)) return null;
      const file = resolve(dirname(importer), source.slice(0, -"?url".length));
      const drawn = readFileSync(file, "utf8");
      const own = recolour(drawn, inBrand);
      if (own === drawn) return null;
      mkdirSync(cache, { recursive: true });
      const copy = join(cache, basename(file));
      writeFileSync(copy, own);
      return `${copy}?url`;
    },
  };
}
