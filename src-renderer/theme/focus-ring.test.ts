import { describe, expect, it } from "vitest";
import { memberTheme } from "./member-theme.ts";
import { notificationTheme } from "./notification-theme.ts";
import { colours, publicTheme, type PortalTheme } from "./public-theme.ts";

/** Relative luminance of a colour such as #1a2b3c (WCAG 2.2). */
function luminance(colour: string): number {
  const parts = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? [];
  expect(parts, colour).toHaveLength(3);
  const [red = 0, green = 0, blue = 0] = parts.map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds: (keyof PortalTheme)[] = [
  "colorNeutralBackground1",
  "colorNeutralBackground2",
  "colorNeutralBackground3",
  "colorBand",
  "colorDeep",
  "colorAccent",
  "colorBrandBackground",
];

describe.each(Object.entries({ publicTheme, memberTheme, notificationTheme }))(
  "in %s",
  (_, theme) => {
    it.each(grounds)("one tone of the focus ring contrasts with %s", (ground) => {
      const tones = [theme.colorFocusOuter, theme.colorFocusInner];
      expect(
        Math.max(...tones.map((tone) => contrast(tone, String(theme[ground])))),
      ).toBeGreaterThan(3);
    });

    it("the two tones contrast with each other", () => {
      expect(contrast(theme.colorFocusOuter, theme.colorFocusInner)).toBeGreaterThan(9);
      for (const colour of [...colours.ramp, "#808080"]) {
        const tones = [theme.colorFocusOuter, theme.colorFocusInner];
        expect(Math.max(...tones.map((tone) => contrast(tone, colour)))).toBeGreaterThan(3);
      }
    });

    it("Fluent's own ring is not drawn", () => {
      expect([theme.colorStrokeFocus1, theme.colorStrokeFocus2]).toEqual([
        "transparent",
        "transparent",
      ]);
    });
  },
);
