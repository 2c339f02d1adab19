import { makeStyles } from "@fluentui/react-components";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";

/** The look of a text in Markdown, where it is read and where it is written. */
export const useTextStyles = makeStyles({
  text: {
    fontSize: "18px",
    lineHeight: "29px",
    maxWidth: measure,
    // An address or a word that is longer than a line of a phone.
    overflowWrap: "break-word",
    [media.print]: { maxWidth: "none", fontSize: "11pt", lineHeight: "1.5" },
    "& h2": {
      fontFamily: tokens.fontFamilyHeading,
      fontWeight: 600,
      fontSize: "28px",
      lineHeight: "34px",
      margin: "48px 0 12px",
    },
    "& h3": { fontSize: "20px", lineHeight: "28px", margin: "32px 0 8px" },
    "& p, & ul, & ol": { margin: "0 0 18px" },
    "& li": { marginBottom: "6px" },
    "& li::marker": { color: tokens.colorAccentText },
    "& a": { color: tokens.colorBrandForegroundLink },
    "& blockquote": {
      margin: "24px 0",
      paddingLeft: "20px",
      borderLeft: `3px solid ${tokens.colorAccent}`,
      fontFamily: tokens.fontFamilyHeading,
      fontSize: "20px",
    },
    "& img": {
      display: "block",
      maxWidth: "100%",
      height: "auto",
      margin: "0 auto",
      borderRadius: tokens.borderRadiusMedium,
      [media.print]: { maxHeight: "12cm", width: "auto" },
    },
    "& figure": { margin: "32px 0", breakInside: "avoid" },
    "& figcaption": {
      // As many characters a line as the text, of which it is smaller.
      maxWidth: measure,
      margin: "8px auto 0",
      fontSize: "16px",
      lineHeight: "24px",
      color: tokens.colorNeutralForeground3,
      textAlign: "center",
      textWrap: "balance",
    },
    "& hr": {
      border: "none",
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      margin: "32px 0",
    },
    "& sup": { lineHeight: 1 },
    "& sup a": { padding: "4px 6px" },
    "& [data-footnotes]": {
      maxWidth: measure,
      marginTop: "48px",
      paddingTop: "24px",
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      fontSize: "16px",
      lineHeight: "25px",
    },
    "& [data-footnotes] h2": { margin: "0 0 12px", fontSize: "20px", lineHeight: "26px" },
    "& :target": { backgroundColor: tokens.colorBand, borderRadius: tokens.borderRadiusMedium },
    "& table": { borderCollapse: "collapse", width: "100%", fontSize: "16px", lineHeight: "24px" },
    "& th, & td": {
      textAlign: "left",
      verticalAlign: "top",
      padding: "8px 16px 8px 0",
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
});
