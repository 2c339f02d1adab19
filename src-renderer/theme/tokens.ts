import { themeToTokensObject, tokens as tokensOfFluent } from "@fluentui/react-components";
import type { OwnTokens } from "./public-theme.ts";

/** Ours, whose values are those of the themes. */
const own: Record<keyof OwnTokens, ""> = {
  fontFamilyHeading: "",
  colorAccent: "",
  colorOnAccent: "",
  colorAccentText: "",
  colorBand: "",
  colorDeep: "",
  colorOnDeep: "",
  colorOnDeepMuted: "",
  colorGround: "",
  colorHeroSky: "",
  colorOverlay: "",
  colorOverlayHover: "",
  colorDanger: "",
  colorDangerHover: "",
  colorOnDanger: "",
  colorFocusOuter: "",
  colorFocusInner: "",
};

/** Fluent's tokens and ours as CSS variables. */
export const tokens = {
  ...tokensOfFluent,
  ...(themeToTokensObject(own as never) as Record<keyof OwnTokens, string>), // by their names only
};

/** Widths at which layouts change, in px. */
const breakpoints = { phone: 640, tablet: 960, wide: 1280 } as const;

/** Media queries for makeStyles. */
export const media = {
  phone: `@media (max-width: ${breakpoints.phone}px)`,
  belowTablet: `@media (max-width: ${breakpoints.tablet}px)`,
  wide: `@media (min-width: ${breakpoints.wide}px)`,
  /** A phone on its side, or above a keyboard: bars at the top scroll away with the page. */
  low: "@media (max-height: 560px)",
  /** Where the tab bar of members stays at the bottom of the window. */
  tabBar: `@media (max-width: ${breakpoints.tablet}px) and (min-height: 561px)`,
  /** A phone, upright or on its side. */
  small: `@media (max-width: ${breakpoints.phone}px), (max-height: 560px)`,
  /** Devices without a mouse, and mostly without keys. */
  touch: "@media (hover: none)",
  reducedMotion: "@media (prefers-reduced-motion: reduce)",
  print: "@media print",
} as const;

/** Height of the bar at the top of the member area, below which other bars stick. */
export const topBarHeight = "60px";

/** Width of a column of text: at most 72 characters a line, since a zero is wider than most of them. */
export const measure = "56ch";

/** Maximum width of the content of a page. */
export const contentWidth = "1200px";
