import { makeStyles } from "@fluentui/react-components";
import { media, tokens } from "../../../theme/tokens.ts";

/** Styles of the receipt; in print it is black on white in either theme. */
export const useReceiptStyles = makeStyles({
  page: {
    [media.print]: {
      "--colorNeutralForeground1": "#000000",
      "--colorNeutralForeground2": "#000000",
      "--colorNeutralBackground2": "transparent",
      "--colorBand": "transparent",
      "--colorNeutralStroke1": "#444444",
      "--colorNeutralStroke2": "#bbbbbb",
      color: "#000000",
    },
  },
  tools: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 24px",
    minHeight: "44px",
    marginBottom: "16px",
    [media.print]: { display: "none" },
  },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
  outcome: { flexBasis: "100%" },
  paper: {
    display: "grid",
    boxSizing: "border-box",
    gap: "32px",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { padding: 0 },
  },
  facts: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    gap: "24px",
    margin: 0,
    [media.phone]: { gridTemplateColumns: "1fr", gap: "16px" },
  },
  name: { color: tokens.colorNeutralForeground2, fontSize: "15px", lineHeight: "20px" },
  value: { margin: 0, overflowWrap: "anywhere" },
  table: { width: "100%", borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  cell: {
    padding: "10px 0 10px 16px",
    textAlign: "right",
    verticalAlign: "top",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontWeight: 400,
    ":first-child": { paddingLeft: 0, textAlign: "left" },
  },
  head: { fontSize: "15px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  /** Columns that follow from the others and are too wide for a phone. */
  wide: { [media.phone]: { display: "none" } },
  sums: { display: "grid", gap: "8px", margin: "12px 0 0", fontVariantNumeric: "tabular-nums" },
  sum: { display: "flex", justifyContent: "space-between", gap: "16px" },
  total: { fontSize: "18px", fontWeight: 600 },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  subtitle: { marginBottom: "8px" },
});
