import { makeStyles } from "@fluentui/react-components";
import { tokens } from "#renderer/theme/tokens.ts";

const quiet = { fontSize: "14px", lineHeight: "20px", color: tokens.colorNeutralForeground3 };

const wallLine = {
  content: '""',
  flexGrow: 1,
  borderTop: `2px dashed ${tokens.colorAccent}`,
} as const;

/** The look of a text in the editor, in addition to that of a text that is read. */
export const useEditorStyles = makeStyles({
  editor: { minWidth: 0 },
  text: {
    maxWidth: "68ch",
    // A wide table.
    overflowX: "auto",
    "& .ProseMirror": {
      minHeight: "40vh",
      padding: "4px 4px 30vh 10px",
      borderLeft: "2px solid transparent",
      whiteSpace: "break-spaces",
      wordWrap: "break-word",
      fontVariantLigatures: "none",
    },
    // A key lays out its own block, not a text of 10,000 words.
    "& .ProseMirror > *": { contain: "layout" },
    // A line in place of a ring: the caret shows the place, and a frame around a page of text is loud.
    "& .ProseMirror:focus-visible": {
      outline: "none !important",
      boxShadow: "none !important",
      borderLeftColor: tokens.colorNeutralStrokeAccessible,
    },
    "& h1": { fontFamily: tokens.fontFamilyHeading, margin: "48px 0 12px" },
    "& h4": { fontSize: "18px", lineHeight: "26px", margin: "24px 0 8px" },
    "& li > p": { margin: "0 0 6px" },
    "& table": { margin: "0 0 24px" },
    "& td > p, & th > p": { margin: 0, minWidth: "4ch" },
    "& .selectedCell": { backgroundColor: tokens.colorNeutralBackground1Selected },
    "& pre": {
      margin: "0 0 24px",
      padding: "12px 16px",
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorBand,
      fontSize: "15px",
      lineHeight: "22px",
      whiteSpace: "pre-wrap",
      overflowWrap: "anywhere",
    },
    "& pre[data-language]::before": { content: "attr(data-language)", display: "block", ...quiet },
    "& [data-kept]": { color: tokens.colorNeutralForeground3 },
    "& [data-wall]": {
      display: "flex",
      alignItems: "center",
      gap: "12px",
      margin: "24px 0",
      fontWeight: 600,
      ...quiet,
      color: tokens.colorAccentText,
      cursor: "grab",
      "::before": wallLine,
      "::after": wallLine,
    },
    "& [data-link-reference]": { color: tokens.colorBrandForegroundLink },
    "& [data-picture]": { display: "inline-block", maxWidth: "100%", verticalAlign: "top" },
    // ProseMirror's help for the caret, which is no picture.
    "& img.ProseMirror-separator": {
      display: "inline !important",
      width: "0 !important",
      height: "0 !important",
      margin: "0 !important",
    },
    "& [data-caption], & [data-undescribed], & [data-unknown]": {
      display: "block",
      marginTop: "4px",
      ...quiet,
    },
    "& [data-undescribed]": { color: tokens.colorPaletteRedForeground1 },
    "& [data-unknown]": {
      padding: "24px 16px",
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorBand,
      overflowWrap: "anywhere",
    },
    "& [data-uploading]": {
      display: "inline-block",
      width: "1ch",
      height: "1ch",
      borderRadius: "50%",
      backgroundColor: tokens.colorAccent,
    },
    "& .ProseMirror-selectednode": {
      outline: `2px solid ${tokens.colorAccent}`,
      outlineOffset: "2px",
    },
    "& sup[data-type]": { padding: "0 2px", color: tokens.colorAccentText },
    "& dl[data-type]": {
      display: "grid",
      gridTemplateColumns: "auto 1fr",
      gap: "0 12px",
      margin: "0 0 8px",
      fontSize: "16px",
      lineHeight: "25px",
    },
    "& dl[data-type] dt": { color: tokens.colorAccentText },
    "& dl[data-type] dd, & dl[data-type] dd > :last-child": { margin: 0 },
    "& .ProseMirror-gapcursor": { position: "absolute", pointerEvents: "none" },
    "& .ProseMirror-gapcursor::after": {
      content: '""',
      position: "absolute",
      top: "-2px",
      width: "20px",
      borderTop: `2px solid ${tokens.colorAccent}`,
    },
    "& [data-item-type=task]": { listStyleType: "none" },
    "& [data-item-type=task]::before": { content: '"☐ "', float: "left", marginLeft: "-1.2em" },
    "& [data-item-type=task][data-checked=true]::before": { content: '"☑ "' },
  },
  source: {
    width: "100%",
    maxWidth: "76ch",
    "& textarea": {
      minHeight: "60vh",
      maxHeight: "none",
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: "16px",
      lineHeight: "26px",
      fieldSizing: "content",
    },
  },
});
