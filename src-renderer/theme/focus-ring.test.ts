import { describe, expect, it } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import { memberTheme } from "./member-theme.ts";
import { notificationTheme } from "./notification-theme.ts";
import { contrast } from "#shared/colours.ts";
import { publicTheme, type PortalTheme } from "./public-theme.ts";

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
  (_, themeNow) => {
    const theme = themeNow();
    it.each(grounds)("one tone of the focus ring contrasts with %s", (ground) => {
      const tones = [theme.colorFocusOuter, theme.colorFocusInner];
      expect(
        Math.max(...tones.map((tone) => contrast(tone, String(theme[ground])))),
      ).toBeGreaterThan(3);
    });

    it("the two tones contrast with each other", () => {
      expect(contrast(theme.colorFocusOuter, theme.colorFocusInner)).toBeGreaterThan(9);
      for (const colour of [...brand.colours.ramp, "#808080"]) {
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
