import { ofColours } from "./in-brand.ts";
import { publicTheme, type PortalTheme } from "./public-theme.ts";

/** The theme of notifications: dark, and one step lighter than the surfaces of the member area. */
export const notificationTheme = ofColours((colours): PortalTheme => ({
  ...publicTheme(),
  colorNeutralBackground1: colours.lifted,
  colorNeutralForeground1: "#f0efe8",
  colorNeutralForeground2: "#cdd4cf",
  colorNeutralForeground2BrandHover: colours.ramp[13]!,
  colorNeutralForeground2BrandPressed: colours.ramp[12]!,
  colorStatusDangerForeground1: "#f1a9a9",
}));
