import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { Link } from "react-router-dom";
import type { Teaser } from "../../../src-shared/api/library.ts";
import { ringOnCard } from "../../theme/focus-ring.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { entryPath } from "./kinds.ts";
import { TeaserCover } from "./teaser-cover.tsx";
import { TeaserMeta } from "./teaser-meta.tsx";

const useStyles = makeStyles({
  card: { position: "relative", display: "grid", alignContent: "start", gap: "16px" },
  lead: {
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    alignItems: "center",
    gap: "40px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  },
  row: {
    gridTemplateColumns: "136px minmax(0, 1fr)",
    alignItems: "center",
    gap: "20px",
    [media.phone]: { gridTemplateColumns: "104px minmax(0, 1fr)", gap: "14px" },
  },
  text: { display: "grid", gap: "8px" },
  title: {
    margin: 0,
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "23px",
    lineHeight: "29px",
    textWrap: "balance",
  },
  leadTitle: {
    fontSize: "34px",
    lineHeight: "40px",
    [media.belowTablet]: { fontSize: "23px", lineHeight: "29px" },
  },
  rowTitle: { fontSize: "19px", lineHeight: "25px" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    // The whole card is this one link.
    "::after": { content: '""', position: "absolute", inset: 0 },
    ":hover": {
      textDecorationLine: "underline",
      textDecorationColor: tokens.colorAccent,
      textDecorationThickness: "2px",
      textUnderlineOffset: "4px",
    },
  },
  summary: { margin: 0, color: tokens.colorNeutralForeground2 },
});

export type TeaserCardProps = {
  teaser: Teaser;
  /** card: cover above the text; lead: large, cover beside it; row: small, without the summary. */
  look?: "card" | "lead" | "row";
  heading?: "h2" | "h3";
};

/** An entry to open: one link, named by its title, over cover, summary and what it takes. */
export function TeaserCard({ teaser, look = "card", heading: Heading = "h3" }: TeaserCardProps) {
  const styles = useStyles();
  const { title, summary, language } = teaser;
  return (
    <article className={mergeClasses(styles.card, look !== "card" && styles[look])}>
      <TeaserCover teaser={teaser} small={look === "row"} />
      <div className={styles.text}>
        <Heading
          lang={language}
          className={mergeClasses(
            styles.title,
            look === "lead" && styles.leadTitle,
            look === "row" && styles.rowTitle,
          )}
        >
          <Link to={entryPath(teaser)} className={styles.link} {...ringOnCard}>
            {title}
          </Link>
        </Heading>
        {look !== "row" && (
          <p lang={language} className={styles.summary}>
            {summary}
          </p>
        )}
        <TeaserMeta teaser={teaser} brief={look === "row"} />
      </div>
    </article>
  );
}
