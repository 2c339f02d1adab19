import { describe, expect, it } from "vitest";
import { contrast } from "#shared/colours.ts";
import { memberTheme } from "./member-theme.ts";
import { publicTheme, type PortalTheme } from "./public-theme.ts";

const texts: (keyof PortalTheme)[] = [
  "colorNeutralForeground1",
  "colorNeutralForeground2",
  "colorNeutralForeground3",
  "colorBrandForegroundLink",
  "colorDanger",
];

const grounds: (keyof PortalTheme)[] = [
  "colorNeutralBackground1",
  "colorNeutralBackground2",
  "colorOverlay",
];

describe.each(Object.entries({ publicTheme, memberTheme }))("in %s", (_, themeNow) => {
  const theme = themeNow();
  const between = (one: keyof PortalTheme, other: keyof PortalTheme) =>
    contrast(String(theme[one]), String(theme[other]));

  it.each(grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)))(
    "%s can be read on %s",
    (text, ground) => expect(between(text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it("the label of a button that warns can be read, also while it is pointed at", () => {
    expect(between("colorOnDanger", "colorDanger")).toBeGreaterThanOrEqual(4.5);
    expect(between("colorOnDanger", "colorDangerHover")).toBeGreaterThanOrEqual(4.5);
  });

  it("the label of a primary button, which has the accent, can be read, also while it is pointed at", () => {
    expect(theme.colorBrandBackground).toBe(theme.colorAccent);
    for (const ground of ["colorBrandBackground", "colorBrandBackgroundHover"] as const) {
      expect(between("colorNeutralForegroundOnBrand", ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("a button that warns has neither the accent's nor the brand's colour", () => {
    expect([theme.colorAccent, theme.colorBrandBackground]).not.toContain(theme.colorDanger);
  });

  it("the border of a field on an overlay can be seen", () => {
    expect(between("colorNeutralStrokeAccessible", "colorOverlay")).toBeGreaterThanOrEqual(3);
  });
});
