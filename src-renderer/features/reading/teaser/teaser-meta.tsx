import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { LockClosedRegular, LockOpenRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import { formatDuration } from "#shared/formats.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";

const useStyles = makeStyles({
  meta: {
    display: "flex",
    flexWrap: "wrap",
    marginBlock: 0,
    padding: 0,
    listStyleType: "none",
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground3,
    // Clips the separator dot at the start of each line.
    marginLeft: "-18px",
    clipPath: "inset(0 0 0 18px)",
    "> li": { position: "relative", paddingLeft: "18px" },
    "> li::before": { content: '"·"', position: "absolute", left: "7px" },
  },
  isNew: { color: tokens.colorAccentText, fontWeight: 600 },
  access: { display: "inline-flex", alignItems: "center", gap: "4px" },
  free: { color: tokens.colorAccentText, fontWeight: 600 },
});

/** Says whether an entry is open; to active members, who may read all, nothing. */
function Access({ free = false }: Pick<Teaser, "free">) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  if (useIsActiveMember()) return null;
  const Icon = free ? LockOpenRegular : LockClosedRegular;
  return (
    <li>
      <span className={mergeClasses(styles.access, free && styles.free)}>
        <Icon aria-hidden="true" />
        {t(free ? "preview.free" : "preview.locked")}
      </span>
    </li>
  );
}

function useFactsOfKind({ recipe, protocol, video }: Teaser): string[] {
  const { t } = useTranslation("library");
  if (recipe) return [t("servings", { count: recipe.servings })];
  if (protocol) return [t(`level.${protocol.level}`), t("weeks", { count: protocol.weeks })];
  if (video?.silent) return [t(video.captioned ? "silent.captioned" : "silent.plain")];
  return [];
}

type TeaserMetaProps = {
  /** The time of publication of a draft is empty. */
  teaser: Teaser;
  /** Shows kind and minutes only, for small cards of mixed kinds. */
  brief?: boolean;
  isNew?: boolean;
  /** Shown instead of the author's name. */
  byline?: ReactNode;
};

/** The line below a title: facts, minutes, author and date. */
export function TeaserMeta({ teaser, brief = false, isNew = false, byline }: TeaserMetaProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const titleOf = usePageTitles();
  const formats = useFormats();
  const facts = useFactsOfKind(teaser);
  const minutes = t(`minutes.${teaser.kind}`, {
    minutes: teaser.video
      ? formatDuration(teaser.video.durationSeconds)
      : formats.number(teaser.minutes),
  });
  const mark = isNew && <li className={styles.isNew}>{t("new")}</li>;
  if (brief) {
    return (
      <ul className={styles.meta}>
        {mark}
        <Access free={teaser.free} />
        <li>{titleOf(kindFacts[teaser.kind].entry)}</li>
        <li>{minutes}</li>
      </ul>
    );
  }
  return (
    <ul className={styles.meta}>
      {mark}
      <Access free={teaser.free} />
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      <li>{minutes}</li>
      <li>{byline || teaser.author}</li>
      {teaser.publishedAt && (
        <li>
          <time dateTime={teaser.publishedAt}>{formats.date(teaser.publishedAt)}</time>
        </li>
      )}
    </ul>
  );
}
