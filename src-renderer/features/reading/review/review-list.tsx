import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import { listUnpublished, type ReviewItem } from "#shared/api/review.ts";
import { routePath } from "#shared/routes.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { TabLinks } from "#renderer/components/tab-links.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { Moderation } from "../judge-notes/moderation.tsx";
import { ShowMore } from "../list/show-more.tsx";
import { ReadyText } from "./state-strip.tsx";

const useStyles = makeStyles({
  tabs: { marginBottom: "32px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    position: "relative",
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 320px)",
    alignItems: "baseline",
    gap: "4px 32px",
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  title: {
    fontWeight: 600,
    fontSize: "20px",
    lineHeight: "28px",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    // The whole row is the link's.
    "::after": { content: '""', position: "absolute", inset: 0 },
  },
  facts: { margin: 0, fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground2 },
  ready: { color: tokens.colorNeutralForeground1 },
});

function Item({ item }: { item: ReviewItem }) {
  const styles = useStyles();
  const { t } = useTranslation("review");
  const titleOf = usePageTitles();
  const { appointment } = useFormats();
  const { kind, slug, title, language, publishedAt, ready } = item;
  const state =
    publishedAt === null
      ? t("list.draft")
      : t("list.scheduled", { time: appointment(publishedAt) });
  return (
    <li className={styles.item}>
      <div>
        <Link
          to={useLocalised(routePath("reviewEntry", { kind, id: slug }))}
          lang={language}
          className={styles.title}
        >
          {title}
        </Link>
        <p className={styles.facts}>
          {titleOf(kindFacts[kind].entry)} · {state}
        </p>
      </div>
      <p className={mergeClasses(styles.facts, ready !== null && styles.ready)}>
        <ReadyText ready={ready} />
      </p>
    </li>
  );
}

/** The scheduled entries by their time, then the drafts. */
function Entries() {
  const styles = useStyles();
  const { t } = useTranslation("review");
  const list = useRef<HTMLUListElement>(null);
  const pages = useApiPages(
    listUnpublished,
    (cursor) => ({ query: cursor === undefined ? {} : { cursor } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  return (
    <QueryView
      query={pages}
      loading={<LoadingLines />}
      isEmpty={() => items.length === 0}
      empty={<EmptyState motif="rosette" title={t("empty.title")} text={t("empty.text")} />}
    >
      {() => (
        <>
          <ul ref={list} className={styles.list}>
            {items.map((item) => (
              <Item key={`${item.kind}/${item.slug}`} item={item} />
            ))}
          </ul>
          <ShowMore pages={pages} shown={items.length} list={list} />
        </>
      )}
    </QueryView>
  );
}

/** What is to be reviewed: drafts and scheduled entries, and for admins in a second tab judges' notes. */
export function ReviewList() {
  const styles = useStyles();
  const { t } = useTranslation(["review", "titles"]);
  const moderates = isAdmin(useUser()) && isPartOn(brand, "judgesNotes");
  const path = routePath("review");
  const notesPath = `${path}?tab=notes`;
  const { search } = useLocation();
  const isNotes = moderates && new URLSearchParams(search).get("tab") === "notes";
  const [entriesTo, notesTo] = [useLocalised(path), useLocalised(notesPath)];
  return (
    <Page title={t("titles:review")} lead={t(isNotes ? "notes.lead" : "lead")}>
      {moderates && (
        <TabLinks
          label={t("tabs.label")}
          className={styles.tabs}
          tabs={[
            { to: entriesTo, text: t("tabs.entries"), isCurrent: !isNotes },
            { to: notesTo, text: t("tabs.notes"), isCurrent: isNotes },
          ]}
        />
      )}
      {isNotes ? <Moderation /> : <Entries />}
    </Page>
  );
}
