import type { Brand } from "./brand.ts";

type Lch = { lightness: number; chroma: number; /** In radians. */ hue: number };

const toLinear = (share: number) =>
  share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
const fromLinear = (share: number) =>
  share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;

/** Returns the shares of red, green and blue of light in a colour such as #24624d. */
const lightOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));

/** Returns a colour such as #24624d in OKLCH, where equal steps look equal (Björn Ottosson, 2020). */
function toLch(colour: string): Lch {
  const [r = 0, g = 0, b = 0] = lightOf(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const across = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const up = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(across, up),
    hue: Math.atan2(up, across),
  };
}

/** Returns the shares of red, green and blue, which are outside of 0 to 1 for colours that screens lack. */
function toShares({ lightness, chroma, hue }: Lch): number[] {
  const across = chroma * Math.cos(hue);
  const up = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * across + 0.2158037573 * up) ** 3;
  const m = (lightness - 0.1055613458 * across - 0.0638541728 * up) ** 3;
  const s = (lightness - 0.0894841775 * across - 1.291485548 * up) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(fromLinear);
}

/** Returns the colour, or a paler one of the same lightness if screens lack it. */
function toHex(colour: Lch): string {
  const shares = toShares(colour);
  const isShown = shares.every((share) => share > -0.002 && share < 1.002);
  if (!isShown && colour.chroma > 0.001) return toHex({ ...colour, chroma: colour.chroma * 0.95 });
  const digits = shares.map((share) => Math.round(Math.min(1, Math.max(0, share)) * 255));
  return `#${digits.map((digit) => digit.toString(16).padStart(2, "0")).join("")}`;
}

const middle = 7;
type Colours = { ramp: readonly string[]; accent: string };

/** Two colours of the brand that the drawings were made for, and those that take their place. */
const pairsOf = ({ ramp, accent }: Colours) =>
  [
    ["#2b715a", ramp[middle] ?? "#2b715a"],
    ["#f2a33a", accent],
  ].map(([designed = "", own = ""]) => ({ designed: toLch(designed), own: toLch(own) }));

const distance = (one: number, other: number) => Math.abs(Math.sin((one - other) / 2));

/**
 * Returns what turns the colours of drawings into those of a brand: the hue is turned, and the chroma changed, as
 * the brand's main colour or its accent, whichever is nearer, differs from that of the brand they were made for.
 * Lightness stays, and with it the contrasts. Their own brand keeps every colour as it is.
 */
export function colourerOf(colours: Colours): (colour: string) => string {
  const pairs = pairsOf(colours);
  const isOwn = colours.ramp[middle] === "#2b715a" && colours.accent === "#f2a33a";
  return (colour) => {
    if (isOwn) return colour;
    const from = toLch(colour);
    const [nearest] = pairs.toSorted(
      (a, b) => distance(a.designed.hue, from.hue) - distance(b.designed.hue, from.hue),
    );
    if (!nearest) return colour;
    const { designed, own } = nearest;
    return toHex({
      lightness: from.lightness,
      chroma: from.chroma * Math.min(1.4, own.chroma / designed.chroma),
      hue: from.hue + own.hue - designed.hue,
    });
  };
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours such as #1a2b3c, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The two colours that an owner chooses. */
type Chosen = { main: string; accent: string };

/** Returns all colours of a brand, made of two and of those of the brand that the portal came with; contrasts stay as they are there. */
export function coloursFrom(
  { main, accent }: Chosen,
  designed: Brand["colours"],
): Brand["colours"] {
  const turned = colourerOf({ ramp: designed.ramp.with(middle, main), accent });
  return {
    ramp: designed.ramp.map(turned),
    accent,
    paper: turned(designed.paper),
    ground: turned(designed.ground),
    surface: turned(designed.surface),
    raised: turned(designed.raised),
    lifted: turned(designed.lifted),
  };
}

/** Returns whether the label of a button in the accent colour can be read, and the accent as a text of the member area (WCAG 2.2, AA). */
export function isAccentReadable(chosen: Chosen, designed: Brand["colours"]): boolean {
  const { accent, ramp, raised } = coloursFrom(chosen, designed);
  return [ramp[0] ?? "", raised].every((ground) => contrast(accent, ground) >= 4.5);
}

/** Returns the accent, or the next lighter one that can be read. */
export function readableAccent(chosen: Chosen, designed: Brand["colours"]): string {
  const colour = toLch(chosen.accent);
  for (let { lightness } = colour; lightness < 1; lightness += 0.01) {
    const accent = lightness === colour.lightness ? chosen.accent : toHex({ ...colour, lightness });
    if (isAccentReadable({ ...chosen, accent }, designed)) return accent;
  }
  return designed.accent;
}
