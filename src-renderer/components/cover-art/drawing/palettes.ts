import type { Tone } from "#resources/art/motif.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { inBrand, ofColours } from "#renderer/theme/in-brand.ts";

/** Colours of one cover: its backgrounds, and the four tones of its motif. */
export type CoverPalette = Record<Tone, string> & {
  /** The background. */
  sky: string;
  /** The large shape behind the motif: sun, panel, arch. */
  field: string;
  /** The floor that the motif stands on. */
  floor: string;
  /** Ropes, stripes and other thin lines. */
  line: string;
  /** The second motif, a silhouette in one colour. */
  quiet: string;
};

const palette = (
  grounds: [sky: string, field: string, floor: string, line: string, quiet: string],
  tones: [ink: string, base: string, light: string, accent: string],
  /** The inside of a tunnel: the ink of light palettes, darker than the floor in dark ones. */
  shadow = tones[0],
): CoverPalette => ({
  sky: inBrand(grounds[0]),
  field: inBrand(grounds[1]),
  floor: inBrand(grounds[2]),
  line: inBrand(grounds[3]),
  quiet: inBrand(grounds[4]),
  ink: inBrand(tones[0]),
  base: inBrand(tones[1]),
  light: inBrand(tones[2]),
  accent: inBrand(tones[3]),
  deep: inBrand(shadow),
});

type CoverPalettes = Record<ContentKind, readonly [CoverPalette, CoverPalette, CoverPalette]>;

/** Returns three colour variants per kind: light, medium, dark; in the colours of the brand. */
export const coverPalettes = ofColours((): CoverPalettes => ({
  articles: [
    palette(
      ["#dfe6d3", "#f6f0dd", "#8fae93", "#f6f0dd", "#b4c8b0"],
      ["#12332a", "#4c7a66", "#f3e6c4", "#e0912b"],
    ),
    palette(
      ["#86ab90", "#efe4be", "#5d8a6d", "#a9c7ad", "#6c957b"],
      ["#0f2b24", "#4a7562", "#fbf3de", "#eda23a"],
    ),
    palette(
      ["#173c32", "#2f6350", "#0d261f", "#4c7f69", "#25513f"],
      ["#f4ecd6", "#9dbba5", "#d9c287", "#eda23a"],
      "#0a1d17",
    ),
  ],
  blog: [
    palette(
      ["#f0ddd2", "#fbf1e4", "#c79a8a", "#fbf1e4", "#dcb9aa"],
      ["#3b1a30", "#8b5468", "#f7e3c6", "#d9822b"],
    ),
    palette(
      ["#bf8090", "#f4d9bc", "#965871", "#d5a3a8", "#a5677c"],
      ["#2c1024", "#7c4560", "#fdf0de", "#efa544"],
    ),
    palette(
      ["#43203a", "#7d4257", "#2a1225", "#8d5468", "#5b2f49"],
      ["#f8e7d8", "#c795a0", "#e2b98c", "#f0a23e"],
      "#1f0d1b",
    ),
  ],
  recipes: [
    palette(
      ["#f6e3b8", "#fdf4dd", "#d99a55", "#fdf4dd", "#e8c485"],
      ["#4a2114", "#a95a35", "#fbe9bf", "#e08427"],
    ),
    palette(
      ["#e0a04d", "#fbe6b4", "#c06a33", "#efc27f", "#cb8739"],
      ["#3c1810", "#9a4a2a", "#fff1d2", "#f2b544"],
    ),
    palette(
      ["#8c3b22", "#c9683a", "#5b2114", "#d58a57", "#a54d2c"],
      ["#fdeed0", "#e6b184", "#f3cd7e", "#f5b53c"],
      "#3d130b",
    ),
  ],
  protocols: [
    palette(
      ["#d3e3e6", "#f4f1e2", "#7da6b0", "#f4f1e2", "#a7c5cb"],
      ["#0e2f3d", "#3f7486", "#f2e6c8", "#e0912b"],
    ),
    palette(
      ["#68a0ae", "#e8e8d0", "#3f7c8f", "#94bfc6", "#4f8a9b"],
      ["#0a2732", "#386f80", "#fbf4e0", "#eda23a"],
    ),
    palette(
      ["#0f3a4a", "#256a7b", "#08242f", "#3f8494", "#1a5161"],
      ["#eff1e4", "#8cb8c1", "#d8c894", "#eda23a"],
      "#061b24",
    ),
  ],
  videos: [
    palette(
      ["#161817", "#b87716", "#26251f", "#57492c", "#33312a"],
      ["#fff2d8", "#6e5528", "#e0bd78", "#f5ac38"],
      "#0b0b0a",
    ),
    palette(
      ["#1a1d20", "#383f43", "#0e1012", "#d08a24", "#2c3236"],
      ["#f6ecd8", "#a39a86", "#8a6a34", "#f0a531"],
      "#08090a",
    ),
    palette(
      ["#2a2117", "#6e4d1e", "#151009", "#8f6a2f", "#47351c"],
      ["#fbecd0", "#c6a46c", "#e4bd72", "#f5ac38"],
      "#0d0a05",
    ),
  ],
}));
