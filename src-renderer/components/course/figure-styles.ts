import { makeStyles } from "@fluentui/react-components";
import { measure, tokens } from "#renderer/theme/tokens.ts";

/** The figure around a drawing, and around its placeholder. */
export const useFigureStyles = makeStyles({
  figure: { margin: "24px 0", textAlign: "center" },
  drawing: { maxWidth: "100%", height: "auto" },
  caption: {
    maxWidth: measure,
    margin: "4px auto 0",
    fontSize: "16px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground3,
    textWrap: "balance",
  },
});
