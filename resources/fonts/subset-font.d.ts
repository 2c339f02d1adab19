/** The part of subset-font that is used here; the package has no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "woff2" | "sfnt";
      keepFeatures: readonly string[];
      noHinting: boolean;
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Uint8Array>;
}
