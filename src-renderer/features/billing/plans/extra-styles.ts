import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../../theme/tokens.ts";

/** A row of the extras, and of the skeleton in its shape. */
export const useExtraStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "112px minmax(0, 5fr) minmax(0, 4fr) 184px",
    gap: "16px 32px",
    padding: "32px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  art: {
    display: "grid",
    placeItems: "center",
    boxSizing: "border-box",
    width: "100%",
    height: "112px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBand,
    [media.belowTablet]: { width: "112px" },
  },
  buy: {
    display: "grid",
    alignContent: "start",
    justifyItems: "start",
    gap: "12px 16px",
    [media.belowTablet]: {
      gridTemplateColumns: "auto 1fr",
      "> :first-child": { gridColumn: "1 / -1" },
    },
  },
  button: { minHeight: "44px" },
});
