import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { LockClosedFilled } from "@fluentui/react-icons";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { SearchResult, TextPart } from "#shared/api/content-search.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { ringOnCard } from "#renderer/theme/focus-ring.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { useEntryLink } from "../kinds.ts";

const useStyles = makeStyles({
  result: {
    position: "relative",
    display: "grid",
    gridTemplateColumns: "136px minmax(0, 72ch)",
    alignItems: "start",
    gap: "20px",
    [media.phone]: { gridTemplateColumns: "88px minmax(0, 1fr)", gap: "14px" },
  },
  cover: { borderRadius: tokens.borderRadiusLarge, overflow: "hidden", lineHeight: 0 },
  texts: { display: "grid", gap: "4px" },
  kind: {
    display: "flex",
    alignItems: "center",
    gap: "6px",
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: "15px",
    lineHeight: "22px",
  },
  title: { fontSize: "21px", lineHeight: "28px" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    // Makes the whole result clickable.
    "::after": { content: '""', position: "absolute", inset: "-8px" },
    ":hover": { textDecorationLine: "underline", textUnderlineOffset: "4px" },
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  summary: {
    [media.phone]: {
      display: "-webkit-box",
      WebkitBoxOrient: "vertical",
      WebkitLineClamp: 2,
      overflow: "hidden",
    },
  },
  mark: {
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    fontWeight: 700,
    textDecorationLine: "underline",
    textDecorationColor: tokens.colorAccent,
    textDecorationThickness: "2px",
    textUnderlineOffset: "4px",
  },
});

/** Returns parts of a text with the place at which each begins. */
function placed(parts: readonly TextPart[]) {
  let end = 0;
  return parts.map((part) => {
    const begin = end;
    end += part.text.length;
    return { ...part, begin };
  });
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  const styles = useStyles();
  return placed(parts).map(({ text, isMatch, begin }) =>
    isMatch ? (
      <mark key={begin} className={styles.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={begin}>{text}</Fragment>
    ),
  );
}

/** An entry that was found: kind, title, and what of it matches. */
export function ResultItem({ result }: { result: SearchResult }) {
  const styles = useStyles();
  const { t } = useTranslation(["common", "search"]);
  const isMember = useIsActiveMember();
  const path = useLocalised(useEntryLink()(result));
  const { language, highlights, tags, author } = result;
  const kind = usePageTitles()(kindFacts[result.kind].entry);
  const inSummary = highlights.summary.some((part) => part.isMatch);
  const topics = tags.filter((tag) => tag.isMatch);
  return (
    <article className={styles.result}>
      <div className={styles.cover} aria-hidden="true">
        <CoverArt
          kind={result.kind}
          slug={result.slug}
          motif={result.motif}
          cover={result.cover}
          lazy
          ratio="4 / 3"
        />
      </div>
      <div className={styles.texts}>
        <p className={styles.kind}>
          {!isMember && <LockClosedFilled aria-hidden="true" />}
          {isMember ? kind : t("common:forMembers", { kind })}
        </p>
        <Heading level={2} lang={language} className={styles.title}>
          <Link to={path} className={styles.link} {...ringOnCard}>
            <Marked parts={highlights.title} />
          </Link>
        </Heading>
        <p lang={language} className={mergeClasses(styles.text, !inSummary && styles.summary)}>
          <Marked parts={highlights.summary} />
        </p>
        {highlights.excerpt.length > 0 && (
          <p lang={language} className={styles.text}>
            <Marked parts={highlights.excerpt} />
          </p>
        )}
        {author.isMatch && (
          <p className={styles.kind}>{t("search:author", { name: author.name })}</p>
        )}
        {topics.map(({ id, name }) => (
          <p key={id} className={styles.kind}>
            {t("search:topic", { name })}
          </p>
        ))}
      </div>
    </article>
  );
}
