/** Returns the relative luminance of a colour such as #1a2b3c (WCAG 2.2). */
function luminance(colour: string): number {
  const parts = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? [];
  if (parts.length !== 3) throw new Error(`Not a colour: ${colour}`);
  const [red = 0, green = 0, blue = 0] = parts.map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours such as #1a2b3c, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
