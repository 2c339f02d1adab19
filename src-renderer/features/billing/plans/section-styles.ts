import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Styles of the sections below the plans. */
export const useSectionStyles = makeStyles({
  section: { marginTop: "72px", [media.phone]: { marginTop: "48px" } },
  title: {
    marginBottom: "8px",
    fontSize: "32px",
    lineHeight: "38px",
    [media.phone]: { fontSize: "26px", lineHeight: "32px" },
  },
  lead: { margin: "0 0 24px", color: tokens.colorNeutralForeground2, fontSize: "18px" },
});
