import { makeStyles } from "@fluentui/react-components";
import { media } from "#renderer/theme/tokens.ts";

/** card: cover above the text; lead: large, cover beside the text; row: small, no summary. */
export type TeaserLook = "card" | "lead" | "row";

/** Layout that a card shares with its placeholder. */
export const useTeaserLayout = makeStyles({
  card: { position: "relative", display: "grid", alignContent: "start", gap: "16px" },
  lead: {
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    alignItems: "center",
    gap: "40px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  },
  row: {
    gridTemplateColumns: "136px minmax(0, 1fr)",
    alignItems: "center",
    gap: "20px",
    [media.phone]: { gridTemplateColumns: "104px minmax(0, 1fr)", gap: "14px" },
  },
});

/** The grid of the cards; `whole` spans all columns. */
export const useGridStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 300px), 1fr))",
    gap: "48px 32px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  /** That of the small cards. */
  rows: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 340px), 1fr))",
    gap: "24px 32px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  whole: { gridColumn: "1 / -1", [media.belowTablet]: { gridColumn: "auto" } },
});
