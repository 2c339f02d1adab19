import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Boxes that tick off ingredients and steps, and the look of ticked ones. */
export const useTickStyles = makeStyles({
  box: {
    width: "24px",
    height: "24px",
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    [media.print]: { width: "14px", height: "14px" },
  },
  done: {
    color: tokens.colorNeutralForeground3,
    textDecorationLine: "line-through",
    [media.print]: { textDecorationLine: "none" },
  },
});
