import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { formatDuration } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { playFrom, usePresentPart, type PlayerRef } from "./use-player.ts";

const useStyles = makeStyles({
  section: { marginTop: "8px", [media.print]: { display: "none" } },
  heading: { marginBottom: "8px", fontSize: "21px", lineHeight: "28px" },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 240px), 1fr))",
    gap: "8px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  chapter: {
    display: "grid",
    gridTemplateColumns: "44px minmax(0, 1fr)",
    alignItems: "center",
    gap: "8px",
    width: "100%",
    minHeight: "48px",
    padding: "8px 12px",
    // Its colour marks the present one, where forced colours replace the background too.
    border: "none",
    borderLeft: "4px solid transparent",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    font: "inherit",
    textAlign: "left",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground3 },
  },
  present: {
    borderLeftColor: tokens.colorAccent,
    backgroundColor: tokens.colorNeutralBackground3,
    fontWeight: 600,
  },
  time: { color: tokens.colorBrandForegroundLink, fontVariantNumeric: "tabular-nums" },
});

type ChapterListProps = { entry: Pick<Entry, "chapters" | "language">; player: PlayerRef };

/** The chapters of a video: each plays from its beginning, and the present one is marked. */
export function ChapterList({ entry: { chapters, language }, player }: ChapterListProps) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const starts = useMemo(() => (chapters ?? []).map(({ at }) => at), [chapters]);
  const present = usePresentPart(player, starts);
  if (!chapters) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {t("chapters")}
      </Heading>
      <ol className={styles.list}>
        {chapters.map(({ at, title }, i) => (
          <li key={at}>
            <button
              type="button"
              className={mergeClasses(styles.chapter, i === present && styles.present)}
              aria-current={i === present}
              onClick={() => playFrom(player, at)}
            >
              <span className={styles.time}>{formatDuration(at)}</span>
              <span lang={language}>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
