/** The part of subset-font that is used here; the package has no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "woff2" | "sfnt";
      keepFeatures?: readonly string[];
      noHinting: boolean;
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Uint8Array>;
}

/** The part of linebreak (Unicode's rules, UAX 14) that is used here; the package has no types. */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required?: boolean } | null;
  }
}
