import { createDarkTheme } from "@fluentui/react-components";
import type { Brand } from "#shared/brand.ts";
import { ofColours } from "./in-brand.ts";
import { rampOf, sharedTokens, type PortalTheme } from "./public-theme.ts";

/** The dark theme of the member area: raised surfaces are lighter instead of bordered. */
export const memberThemeOf = (colours: Brand["colours"]): PortalTheme => ({
  ...createDarkTheme(rampOf(colours)),
  ...sharedTokens(colours),
  colorNeutralBackground1: colours.ground,
  colorNeutralBackground1Hover: colours.raised,
  colorNeutralBackground1Pressed: colours.surface,
  colorNeutralBackground1Selected: colours.raised,
  colorNeutralBackground2: colours.surface,
  colorNeutralBackground2Hover: colours.raised,
  colorNeutralBackground3: colours.raised,
  colorSubtleBackgroundHover: colours.raised,
  colorSubtleBackgroundPressed: colours.surface,
  colorSubtleBackgroundSelected: colours.raised,
  colorNeutralForeground1: "#f0efe8",
  colorNeutralForeground2: "#cdd4cf",
  colorNeutralForeground3: "#a7b2ac",
  colorNeutralStroke1: "#3a4743",
  colorNeutralStroke2: "#2a3532",
  colorNeutralStrokeAccessible: "#8b9791",
  colorBrandForeground1: colours.ramp[12]!,
  colorBrandForegroundLink: colours.ramp[13]!,
  colorBrandForegroundLinkHover: colours.ramp[14]!,
  colorAccentText: colours.accent,
  colorBand: colours.surface,
  colorNeutralStencil1: colours.raised,
  colorNeutralStencil2: "#2b3733",
  colorOverlay: colours.raised,
  colorOverlayHover: colours.lifted,
  colorDanger: "#f28b82",
  colorDangerHover: "#f6a59e",
  colorOnDanger: "#2b0906",
});

export const memberTheme = ofColours(memberThemeOf);
