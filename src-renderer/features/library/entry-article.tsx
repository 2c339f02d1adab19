import { makeStyles } from "@fluentui/react-components";
import { ArrowLeftRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../src-shared/api/library.ts";
import { CoverArt } from "../../components/cover-art/cover-art.tsx";
import { TextLink } from "../../components/links.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { media, tokens } from "../../theme/tokens.ts";
import { useEntryStyles } from "./entry-styles.ts";
import { listPath, motifOf } from "./kinds.ts";
import { MoreLikeThis } from "./more-like-this.tsx";
import { usePrintPaper } from "./print-paper.ts";
import { TeaserMeta } from "./teaser-meta.tsx";

const useStyles = makeStyles({
  header: { marginBottom: "32px" },
  back: { display: "inline-flex", alignItems: "center", gap: "8px", minHeight: "44px" },
  title: {
    margin: "8px 0 16px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "46px",
    lineHeight: "1.1",
    letterSpacing: "-0.01em",
    textWrap: "balance",
    outlineStyle: "none",
    [media.phone]: { fontSize: "33px" },
  },
  summary: {
    margin: "0 0 16px",
    fontSize: "20px",
    lineHeight: "30px",
    color: tokens.colorNeutralForeground2,
    [media.phone]: { fontSize: "18px", lineHeight: "27px" },
  },
  foreign: { margin: "12px 0 0", color: tokens.colorNeutralForeground3 },
});

/** Heading of an entry: the way back to its list, title, teaser and what it takes. */
function EntryHeader({ entry }: { entry: Entry }) {
  const styles = useStyles();
  const print = usePrintPaper();
  const { t, i18n } = useTranslation(["library", "titles"]);
  const heading = usePageTitle(entry.title);
  const translated = entry.language === i18n.language;
  return (
    <header className={styles.header}>
      <div className={print.screenOnly}>
        <TextLink to={listPath(entry.kind)} className={styles.back}>
          <ArrowLeftRegular aria-hidden="true" />
          {t(`titles:${entry.kind}`)}
        </TextLink>
      </div>
      <h1 ref={heading} tabIndex={-1} lang={entry.language} className={styles.title}>
        {entry.title}
      </h1>
      <p lang={entry.language} className={styles.summary}>
        {entry.summary}
      </p>
      <TeaserMeta teaser={entry} />
      {!translated && <p className={styles.foreign}>{t("notTranslated")}</p>}
    </header>
  );
}

type EntryArticleProps = { entry: Entry; cover: boolean; children: ReactNode };

/** An entry to read: heading, cover, what its kind makes of it, and more of the kind. */
export function EntryArticle({ entry, cover, children }: EntryArticleProps) {
  const frame = useEntryStyles();
  const print = usePrintPaper();
  const { kind, slug } = entry;
  return (
    <div className={frame.root}>
      <article className={print.paper}>
        <div className={frame.column}>
          <EntryHeader entry={entry} />
        </div>
        {cover && (
          <div className={frame.cover}>
            <CoverArt kind={kind} slug={slug} motif={motifOf(entry)} ratio="21 / 9" />
          </div>
        )}
        {children}
      </article>
      <MoreLikeThis kind={kind} besides={slug} />
    </div>
  );
}
