import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../../theme/tokens.ts";

/** A row of the extras, and of the skeleton in its shape. */
export const useExtraStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "112px minmax(0, 1fr) 200px",
    gap: "16px 32px",
    padding: "32px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "88px minmax(0, 1fr)", columnGap: "20px" },
    [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)", padding: "24px 0" },
  },
  art: {
    display: "grid",
    placeItems: "center",
    boxSizing: "border-box",
    width: "100%",
    height: "112px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBand,
    [media.belowTablet]: { height: "88px" },
    [media.phone]: { width: "88px" },
  },
  buy: {
    display: "grid",
    alignContent: "start",
    justifyItems: "start",
    gap: "12px",
    [media.belowTablet]: { gridColumn: "2" },
    [media.phone]: { gridColumn: "1" },
  },
  button: { minHeight: "44px" },
});
