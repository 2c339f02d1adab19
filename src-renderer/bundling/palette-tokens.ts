import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * Names of the palette's and the statuses' tokens that our styles or Fluent's refer to. `npm run test:size`
 * compares them with the built code, and fails if a new component needs another one.
 */
export const usedPaletteTokens = [
  "colorPaletteDarkOrangeForeground1",
  "colorPaletteGreenBackground3",
  "colorPaletteGreenForeground1",
  "colorPaletteRedBackground3",
  "colorPaletteRedBorder2",
  "colorPaletteRedForeground1",
  "colorPaletteRedForeground3",
  "colorStatusDangerForeground1",
];

const only = (tokens: Record<string, string>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(tokens).filter(([name]) => usedPaletteTokens.includes(name))),
  );

/** Returns the source of Fluent's module of palette tokens at a path, with the used ones alone. */
export function paletteSource(path: string): string {
  const whole = path.replace("/lib/", "/lib-commonjs/").replace(/\.js$/, ".cjs");
  const palette = load(whole) as Record<
    "colorPaletteTokens" | "colorStatusTokens",
    Record<string, string>
  >; // the exports of Fluent's module
  return `export const colorPaletteTokens = ${only(palette.colorPaletteTokens)};
    export const colorStatusTokens = ${only(palette.colorStatusTokens)};`;
}
