import { makeStyles } from "@fluentui/react-components";
import { contentWidth, media } from "#renderer/theme/tokens.ts";

/** The left and right edges that headers, pages and footers have in common. */
export const useFrame = makeStyles({
  frame: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    marginLeft: "auto",
    marginRight: "auto",
    paddingLeft: "24px",
    paddingRight: "24px",
    [media.phone]: { paddingLeft: "16px", paddingRight: "16px" },
    [media.print]: { paddingLeft: 0, paddingRight: 0 },
  },
});
