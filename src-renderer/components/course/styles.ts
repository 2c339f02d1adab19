import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Colours on paper, whatever the theme: those of the printed courses. */
const paper = {
  ink: "#12332a",
  base: "#2b715a",
  light: "#c8e2d8",
  accent: "#dd8f24",
  line: "#8a5208",
};

/** The tones of the covers, as fills and as lines. */
export const useCourseStyles = makeStyles({
  ground: {
    fill: tokens.colorBand,
    stroke: tokens.colorNeutralStroke1,
    [media.print]: { fill: "#ffffff", stroke: paper.ink },
  },
  grid: {
    fill: "none",
    stroke: tokens.colorNeutralStroke1,
    strokeWidth: "1px",
    [media.print]: { stroke: "#dddddd" },
  },
  ink: { fill: tokens.colorNeutralForeground1, [media.print]: { fill: paper.ink } },
  base: { fill: tokens.colorBrandForeground1, [media.print]: { fill: paper.base } },
  light: { fill: tokens.colorNeutralBackground2, [media.print]: { fill: "#ffffff" } },
  accent: { fill: tokens.colorAccent, [media.print]: { fill: paper.accent } },
  veil: { fill: tokens.colorAccent, fillOpacity: 0.16 },
  none: { fill: "none" },
  inkLine: { stroke: tokens.colorNeutralForeground1, [media.print]: { stroke: paper.ink } },
  baseLine: { stroke: tokens.colorBrandForeground1, [media.print]: { stroke: paper.base } },
  lightLine: { stroke: tokens.colorNeutralBackground2, [media.print]: { stroke: paper.light } },
  accentLine: { stroke: tokens.colorAccentText, [media.print]: { stroke: paper.line } },
  text: {
    fontSize: "13.5px",
    fontFamily: tokens.fontFamilyBase,
    fill: tokens.colorNeutralForeground1,
    stroke: tokens.colorBand,
    strokeWidth: "4px",
    strokeLinejoin: "round",
    paintOrder: "stroke",
    [media.print]: { fill: "#000000", stroke: "#ffffff" },
  },
  number: {
    fontSize: "13px",
    fontWeight: 600,
    fontFamily: tokens.fontFamilyBase,
    fill: tokens.colorNeutralForeground1,
    [media.print]: { fill: "#000000" },
  },
});

export type CourseStyles = ReturnType<typeof useCourseStyles>;
