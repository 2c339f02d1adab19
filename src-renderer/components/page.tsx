import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { brand } from "#renderer/platform/brand.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { useFrame } from "./frame.ts";
import { Heading } from "./heading.tsx";
import { describePage, type PagePreview } from "./page-head.ts";

const useStyles = makeStyles({
  root: {
    paddingTop: "48px",
    paddingBottom: "80px",
    [media.low]: { paddingTop: "12px", paddingBottom: "56px" },
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
    [media.print]: { padding: 0 },
  },
  // A text starts at the edge of the frame; a single form is centred.
  reading: { "> *": { maxWidth: "712px", [media.print]: { maxWidth: "none" } } },
  form: { maxWidth: "520px" },
  heading: {
    marginBottom: "24px",
    [media.low]: { marginBottom: "12px" },
    [media.phone]: { marginBottom: "16px" },
  },
  aboveLead: { marginBottom: "16px", [media.phone]: { marginBottom: "8px" } },
  lead: {
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
    margin: "0 0 32px",
    maxWidth: measure,
    textWrap: "balance",
    [media.phone]: { fontSize: "18px", lineHeight: "27px", marginBottom: "24px" },
  },
});

const noPreview: PagePreview = {};

/** Sets title and link preview. Returns the ref of the heading, which gets the focus after a navigation. */
export function usePageTitle(title: string, preview = noPreview) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  const { key, pathname } = useLocation();
  const { description, image, type } = preview;
  useEffect(() => {
    describePage(title, { description, image, ...(type && { type }) });
  }, [title, description, image, type, pathname]);
  // "default" is the key of the page that the document was loaded with: there the focus stays put.
  // Only the key at mount counts: changing a filter in the address must not move the focus.
  const [navigated] = useState(key !== "default");
  // Before the effects of the content, in which a field may take the focus.
  useLayoutEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return heading;
}

type PageProps = {
  /** Shown as the heading and in the document's title. */
  title: string;
  lead?: ReactNode;
  /** full: the whole frame; reading: a column of text; form: a narrow column. */
  width?: "full" | "reading" | "form";
  children?: ReactNode;
};

/** A page: heading, lead and content. The heading gets the focus after a navigation. */
export function Page({ title, lead, width = "full", children }: PageProps) {
  const styles = useStyles();
  const { frame } = useFrame();
  const heading = usePageTitle(title, { description: typeof lead === "string" ? lead : undefined });
  return (
    <div className={mergeClasses(frame, styles.root, width !== "full" && styles[width])}>
      <Heading
        level={1}
        ref={heading}
        className={mergeClasses(styles.heading, Boolean(lead) && styles.aboveLead)}
      >
        {title}
      </Heading>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}
