import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { Heading } from "#renderer/components/heading.tsx";
import { contentWidth, media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  section: { padding: "88px 0", [media.belowTablet]: { padding: "56px 0" } },
  band: { backgroundColor: tokens.colorBand },
  deep: { backgroundColor: tokens.colorDeep, color: tokens.colorOnDeep },
  content: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "0 24px",
    [media.phone]: { padding: "0 16px" },
  },
  header: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "8px 32px",
    marginBottom: "32px",
  },
  heading: {
    fontSize: "36px",
    lineHeight: "42px",
    letterSpacing: "-0.01em",
    [media.phone]: { fontSize: "28px", lineHeight: "34px" },
  },
});

type HomeSectionProps = {
  title: string;
  /** A link beside the heading. */
  action?: ReactNode;
  ground?: "paper" | "band" | "deep";
  children: ReactNode;
};

/** A section of the home page: heading and content on a background of full width. */
export function HomeSection({ title, action, ground = "paper", children }: HomeSectionProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={mergeClasses(styles.section, ground !== "paper" && styles[ground])}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <Heading level={2} id={id} className={styles.heading}>
            {title}
          </Heading>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
