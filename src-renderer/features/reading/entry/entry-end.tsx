import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { listRelated } from "#shared/api/related.ts";
import type { Entry, Source } from "#shared/api/library.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import type { EntrySetting } from "../kinds.ts";
import { useGridStyles } from "../teaser/teaser-layout.ts";

const useStyles = makeStyles({
  section: { marginTop: "56px", [media.print]: { marginTop: "12px" } },
  heading: { marginBottom: "16px", [media.print]: { marginBottom: "4px", fontSize: "12pt" } },
  list: {
    display: "grid",
    gap: "8px",
    margin: 0,
    paddingLeft: "24px",
    maxWidth: measure,
    [media.print]: { gap: "2px", maxWidth: "none", fontSize: "9pt", lineHeight: "1.35" },
  },
  link: { color: tokens.colorBrandForegroundLink, overflowWrap: "anywhere" },
  title: { fontStyle: "normal" },
  reviewed: {
    margin: "16px 0 0",
    color: tokens.colorNeutralForeground3,
    [media.print]: { margin: "4px 0 0", fontSize: "9pt", lineHeight: "1.35" },
  },
  screenOnly: { [media.print]: { display: "none" } },
});

function SourceItem({ source: { title, publisher, url, language } }: { source: Source }) {
  const styles = useStyles();
  const cited = (
    <cite lang={language} className={styles.title}>
      {title}
    </cite>
  );
  return (
    <li>
      <span lang={language}>{publisher}</span>
      {": "}
      {url === undefined ? (
        cited
      ) : (
        <a href={url} rel="noreferrer" className={styles.link}>
          {cited}
        </a>
      )}
    </li>
  );
}

type TrustProps = { sources: readonly Source[] | undefined; reviewed: Entry["reviewed"] };

const noSources: readonly Source[] = [];

/** What an entry relies on, and when it was last reviewed. */
function Trust({ sources = noSources, reviewed }: TrustProps) {
  const styles = useStyles();
  const { t } = useTranslation("library-more");
  const { calendarDate } = useFormats();
  if (sources.length === 0 && !reviewed) return null;
  return (
    <section className={styles.section} aria-labelledby="sources">
      <Heading level={2} size="small" id="sources" className={styles.heading}>
        {sources.length > 0 ? t("sources") : t("review")}
      </Heading>
      {sources.length > 0 && (
        <ol className={styles.list}>
          {sources.map((source) => (
            <SourceItem key={`${source.publisher}/${source.title}`} source={source} />
          ))}
        </ol>
      )}
      {reviewed && (
        <p className={styles.reviewed}>
          {t("reviewed", { day: calendarDate(reviewed.on), by: reviewed.by })}
        </p>
      )}
    </section>
  );
}

/** Entries that go with an entry; nothing if there are none or they do not load. */
function GoesWith({ kind, slug }: Pick<Entry, "kind" | "slug">) {
  const grid = useGridStyles();
  const styles = useStyles();
  const { t } = useTranslation("library-more");
  const { data } = useApiQuery(listRelated, { params: { kind, slug }, silent: true });
  if (!data || data.items.length === 0) return null;
  return (
    <section className={`${styles.section} ${styles.screenOnly}`} aria-labelledby="goes-with">
      <Heading level={2} size="small" id="goes-with" className={styles.heading}>
        {t("goesWith")}
      </Heading>
      <ul className={grid.rows}>
        {data.items.map((teaser) => (
          <li key={`${teaser.kind}/${teaser.slug}`}>
            <TeaserCard teaser={teaser} look="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The end of an entry: its sources, its last review, and in the library what goes with it. */
export const EntryEnd = ({ entry, setting }: { entry: Entry; setting: EntrySetting }) => (
  <>
    <Trust sources={entry.sources} reviewed={entry.reviewed} />
    {setting === "library" && <GoesWith kind={entry.kind} slug={entry.slug} />}
  </>
);
