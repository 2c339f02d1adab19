import { tokens as fluentTokens } from "@fluentui/react-components";
import type { PortalTheme } from "./themes.ts";

/** Fluent's tokens and ours, as references to the CSS variables of the theme in force. */
export const tokens = {
  ...fluentTokens,
  fontFamilyHeading: "var(--fontFamilyHeading)",
  colorAccent: "var(--colorAccent)",
  colorAccentHover: "var(--colorAccentHover)",
  colorOnAccent: "var(--colorOnAccent)",
  colorAccentText: "var(--colorAccentText)",
  colorBand: "var(--colorBand)",
  colorDeep: "var(--colorDeep)",
  colorOnDeep: "var(--colorOnDeep)",
  colorOnDeepMuted: "var(--colorOnDeepMuted)",
} satisfies Record<keyof PortalTheme, string>;

/** Widths at which layouts change, in px. */
export const breakpoints = { phone: 640, tablet: 960 } as const;

/** Media queries for makeStyles. */
export const media = {
  phone: `@media (max-width: ${breakpoints.phone}px)`,
  belowTablet: `@media (max-width: ${breakpoints.tablet}px)`,
  reducedMotion: "@media (prefers-reduced-motion: reduce)",
  print: "@media print",
} as const;

/** The widest a page's content gets. */
export const contentWidth = "1200px";
