import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { media, tokens } from "../theme/tokens.ts";
import { headingId } from "./heading-id.ts";
import { Heading } from "./heading.tsx";
import { ImageSources } from "./image-sources.ts";

const useStyles = makeStyles({
  text: {
    fontSize: "18px",
    lineHeight: "29px",
    maxWidth: "66ch",
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
    "& hr": {
      border: "none",
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      margin: "32px 0",
    },
    "& sup": { lineHeight: 1 },
    "& sup a": { padding: "4px 6px" },
    "& [data-footnotes]": {
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
  table: { overflowX: "auto", margin: "0 0 24px" },
});

/** A wide table scrolls by itself, and with the keyboard. */
function Table({ children }: { children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.table} role="group" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** Id of the hidden heading of footnotes, which their references name. */
const footnotesId = "footnote-label";

/** A heading with an anchor, if it is plain text. */
function PartHeading({ id: given, children }: { id?: string | undefined; children?: ReactNode }) {
  if (given === footnotesId) {
    return (
      <Heading level={2} size="small" id={footnotesId}>
        {children}
      </Heading>
    );
  }
  const id = typeof children === "string" && { id: headingId(children) };
  return (
    <Heading level={2} {...id}>
      {children}
    </Heading>
  );
}

/**
 * An image, or what it shows where it is not on the device. The name of its file ends with its size in px, so that
 * nothing moves while it loads.
 */
function Picture({ src = "", alt = "" }: { src?: string; alt?: string }) {
  const sources = use(ImageSources);
  const shown = sources ? sources.get(src) : src;
  if (shown === undefined) return alt && <em>{alt}</em>;
  const [, width, height] = /-(\d+)x(\d+)\.webp(?:\?|$)/.exec(src) ?? [];
  return (
    <img src={shown} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
  );
}

type MarkdownTextProps = {
  children: string;
  /** Elements that are rendered in another way; a constant, or they are mounted anew. */
  components?: Components;
  className?: string;
};

/** See `Markdown`, which loads this. */
export default function MarkdownText({ children, components, className }: MarkdownTextProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={mergeClasses(styles.text, className)}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        remarkRehypeOptions={{
          footnoteLabel: t("footnotes"),
          footnoteBackLabel: (reference) => t("toReference", { number: reference + 1 }),
        }}
        components={{ table: Table, h2: PartHeading, img: Picture, ...components }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
