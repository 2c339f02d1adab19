import { createLightTheme, type BrandVariants, type Theme } from "@fluentui/react-components";
import type { Brand } from "#shared/brand.ts";
import { colourerOf } from "#shared/colours.ts";
import { ofColours } from "./in-brand.ts";

/** Returns the brand colours in the format of Fluent: steps 10 to 160. */
export const rampOf = ({ ramp }: { ramp: readonly string[] }) =>
  Object.fromEntries(ramp.map((colour, i) => [(i + 1) * 10, colour])) as unknown as BrandVariants; // sixteen colours: checked against the brand's schema

/** Our additions to Fluent's tokens. */
export type OwnTokens = {
  fontFamilyHeading: string;
  /** Background and text of the main action of a page. */
  colorAccent: string;
  colorOnAccent: string;
  /** The accent colour for text and icons on the background of the theme. */
  colorAccentText: string;
  /** Background of a muted band between sections. */
  colorBand: string;
  /** Dark green bands with light text, in both themes. */
  colorDeep: string;
  colorOnDeep: string;
  colorOnDeepMuted: string;
  /** The ground of the member area, where its theme is not there yet. */
  colorGround: string;
  /** The sky of the home page: the darkest of the articles' covers. */
  colorHeroSky: string;
  /** Dialogs, menus and drawers: one step lighter than what they cover. */
  colorOverlay: string;
  colorOverlayHover: string;
  /** What cannot be undone: its buttons, and fields with an error. */
  colorDanger: string;
  colorDangerHover: string;
  colorOnDanger: string;
  colorFocusOuter: string;
  colorFocusInner: string;
};

export type PortalTheme = Theme & OwnTokens;

const type = {
  fontFamilyBase: '"Source Sans 3", "Sans Fallback", "Segoe UI", Roboto, sans-serif',
  fontFamilyHeading: '"Brygada 1918", "Serif Fallback", Georgia, serif',
  fontSizeBase300: "16px",
  lineHeightBase300: "24px",
  fontSizeBase200: "14px",
  lineHeightBase200: "20px",
  fontSizeBase400: "18px",
  lineHeightBase400: "28px",
};

export function sharedTokens(colours: Brand["colours"]) {
  const turned = colourerOf(colours);
  const accentHover = turned("#f7b75f");
  return {
    ...type,
    // Fluent's primary buttons have the accent: the brand's green is a ground.
    colorBrandBackground: colours.accent,
    colorBrandBackgroundHover: accentHover,
    colorBrandBackgroundPressed: colours.accent,
    colorBrandBackgroundSelected: colours.accent,
    colorNeutralForegroundOnBrand: colours.ramp[0]!,
    colorGround: colours.ground,
    colorHeroSky: turned("#173c32"),
    colorAccent: colours.accent,
    colorOnAccent: colours.ramp[0]!,
    colorDeep: colours.ramp[2]!,
    colorOnDeep: colours.paper,
    colorOnDeepMuted: turned("#c3d2ca"),
    colorFocusOuter: colours.ramp[0]!,
    colorFocusInner: "#ffffff",
    // Hides Fluent's own focus ring: `focus-ring.ts` draws ours.
    colorStrokeFocus1: "transparent",
    colorStrokeFocus2: "transparent",
  };
}

export const publicThemeOf = (colours: Brand["colours"]): PortalTheme => ({
  ...createLightTheme(rampOf(colours)),
  ...sharedTokens(colours),
  colorNeutralBackground1: colours.paper,
  colorNeutralBackground2: "#ffffff",
  colorNeutralBackground3: "#f1ece0",
  colorNeutralForeground1: "#17211d",
  colorNeutralForeground2: "#3a4742",
  colorNeutralForeground3: "#53605a",
  colorNeutralStroke1: "#d5cfc0",
  colorNeutralStroke2: "#e3ddcf",
  colorNeutralStrokeAccessible: "#6b756f",
  colorBrandForeground1: colours.ramp[5]!,
  colorBrandForegroundLink: colours.ramp[5]!,
  colorBrandForegroundLinkHover: colours.ramp[3]!,
  colorAccentText: colourerOf(colours)("#8a5208"),
  colorBand: "#f1ece0",
  colorNeutralStencil1: "#e9e3d5",
  colorNeutralStencil2: "#f4efe4",
  colorOverlay: "#ffffff",
  colorOverlayHover: "#f1ece0",
  colorDanger: "#b3261e",
  colorDangerHover: "#8f1d17",
  colorOnDanger: "#ffffff",
});

export const publicTheme = ofColours(publicThemeOf);
