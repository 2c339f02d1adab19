export type HeightError = "empty" | "notANumber" | "notPositive";

/**
 * A height in cm as people write it: "34.5", "34,5", "34 cm". Gives it rounded to 0.1 cm, as the
 * classes are cut (ruling 26), or what is wrong with it.
 */
export function parseHeight(text: string): { height: number } | { error: HeightError } {
  const trimmed = text.trim().replace(/\s*cm$/i, "");
  if (trimmed === "") return { error: "empty" };
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed)) return { error: "notANumber" };
  const height = Math.round(Number(trimmed.replace(",", ".")) * 10) / 10;
  return height > 0 ? { height } : { error: "notPositive" };
}
