import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import brand from "../../resources/brand/brand.json";
import { contentWidth, media, tokens } from "../theme/tokens.ts";
import { Heading } from "./heading.tsx";

const useStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "48px 24px 80px",
    [media.phone]: { padding: "24px 16px 56px" },
    [media.print]: { padding: 0 },
  },
  reading: { maxWidth: "760px", [media.print]: { maxWidth: "none" } },
  form: { maxWidth: "520px" },
  heading: { marginBottom: "16px" },
  lead: {
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
    margin: "0 0 32px",
    maxWidth: "62ch",
    [media.phone]: { fontSize: "18px", lineHeight: "27px" },
  },
});

/**
 * Sets the document's title. Returns the ref of the page's heading, which gets the focus after a
 * navigation.
 */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === brand.name ? title : `${title} · ${brand.name}`;
  }, [title]);
  // "default" is the key of the page that the document was loaded with: there the focus stays put.
  // Only the key at mount counts: changing a filter in the address must not move the focus.
  const { key } = useLocation();
  const [navigated] = useState(key !== "default");
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return heading;
}

type PageProps = {
  /** Shown as the heading and in the document's title. */
  title: string;
  lead?: ReactNode;
  /** full: 1200 px; reading: a column of text; form: a narrow column. */
  width?: "full" | "reading" | "form";
  children?: ReactNode;
};

/** A page: heading, lead and content. The heading gets the focus after a navigation. */
export function Page({ title, lead, width = "full", children }: PageProps) {
  const styles = useStyles();
  const heading = usePageTitle(title);
  return (
    <div className={mergeClasses(styles.root, width !== "full" && styles[width])}>
      <Heading level={1} ref={heading} className={styles.heading}>
        {title}
      </Heading>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}
