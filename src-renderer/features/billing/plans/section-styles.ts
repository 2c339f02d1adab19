import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../../theme/tokens.ts";

/** A section of a page that sells: its heading, and room above it. */
export const useSectionStyles = makeStyles({
  section: { marginTop: "72px", [media.phone]: { marginTop: "48px" } },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "32px",
    lineHeight: "38px",
    margin: "0 0 8px",
    textWrap: "balance",
    [media.phone]: { fontSize: "26px", lineHeight: "32px" },
  },
  lead: { margin: "0 0 24px", color: tokens.colorNeutralForeground2, fontSize: "18px" },
});
