import { makeStyles } from "@fluentui/react-components";
import { tokens } from "#renderer/theme/tokens.ts";

/** The figure around a drawing, and around its placeholder. */
export const useFigureStyles = makeStyles({
  figure: { margin: "24px 0", textAlign: "center" },
  drawing: { maxWidth: "100%", height: "auto" },
  caption: {
    marginTop: "4px",
    fontSize: "16px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground3,
    textWrap: "balance",
  },
});
