import { makeStyles } from "@fluentui/react-components";
import { createElement, type ReactNode } from "react";

const useStyles = makeStyles({
  hidden: {
    position: "absolute",
    width: "1px",
    height: "1px",
    margin: 0,
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
});

type VisuallyHiddenProps = {
  as?: "span" | "h2" | "ul" | "caption" | "thead";
  lang?: string;
  children: ReactNode;
};

/** A text for screen readers only. */
export function VisuallyHidden({ as = "span", lang, children }: VisuallyHiddenProps) {
  const styles = useStyles();
  return createElement(as, { className: styles.hidden, lang }, children);
}

/** Announces its text when it changes. Render it before there is a text. */
export function LiveText({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div aria-live="polite" className={styles.hidden}>
      {children}
    </div>
  );
}
