import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import brand from "../../resources/brand/brand.json";
import { contentWidth, media, tokens } from "../theme/tokens.ts";

const useStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "48px 24px 80px",
    [media.phone]: { padding: "24px 16px 56px" },
  },
  reading: { maxWidth: "760px" },
  form: { maxWidth: "520px" },
  heading: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "44px",
    lineHeight: "1.1",
    letterSpacing: "-0.01em",
    margin: "0 0 16px",
    textWrap: "balance",
    outline: "none",
    [media.phone]: { fontSize: "32px" },
  },
  lead: {
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
    margin: "0 0 32px",
    maxWidth: "62ch",
    [media.phone]: { fontSize: "18px", lineHeight: "27px" },
  },
});

/** Sets the document's title and, after a navigation, the focus on the page's heading. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === brand.name ? title : `${title} · ${brand.name}`;
  }, [title]);
  // "default" is the page that the document was loaded for: the focus stays at its top.
  // As it was when the page came: a filter kept in the address must not take the focus later.
  const { key } = useLocation();
  const [navigated] = useState(key !== "default");
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return heading;
}

type PageProps = {
  /** The page's name, as its heading and in the document's title. */
  title: string;
  lead?: ReactNode;
  /** full: 1200 px; reading: a column of text; form: a narrow column. */
  width?: "full" | "reading" | "form";
  children?: ReactNode;
};

/** A page with its heading, which gets the focus when one comes to it by a link. */
export function Page({ title, lead, width = "full", children }: PageProps) {
  const styles = useStyles();
  const heading = usePageTitle(title);
  return (
    <div className={mergeClasses(styles.root, width !== "full" && styles[width])}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}
