import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  section: { marginTop: "80px", [media.phone]: { marginTop: "56px" } },
  heading: {
    margin: "0 0 28px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "34px",
    lineHeight: "40px",
    [media.phone]: { fontSize: "28px", lineHeight: "34px" },
  },
});

/** A part of the page under its heading. */
export function AboutSection({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
