import { makeStyles } from "@fluentui/react-components";
import { contentWidth, media, tokens } from "../../theme/tokens.ts";

/** The frame of an entry, shared by the entry and what stands there until it comes. */
export const useEntryStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "32px 24px 80px",
    [media.phone]: { padding: "12px 16px 56px" },
    [media.print]: { padding: 0 },
  },
  /** The calm measure, in the middle. */
  column: {
    [media.print]: { maxWidth: "none" },
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "66ch",
    margin: "0 auto",
    fontSize: "18px",
  },
  cover: {
    maxWidth: "1040px",
    margin: "0 auto 48px",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    lineHeight: 0,
    aspectRatio: "21 / 9",
    [media.phone]: { margin: "0 0 32px" },
    [media.print]: { display: "none" },
  },
});
