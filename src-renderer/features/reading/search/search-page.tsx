import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { ArrowSortRegular } from "@fluentui/react-icons";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { type ContentKind, contentKinds } from "#shared/content-kinds.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useScrollRow } from "#renderer/components/scroll-row.ts";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { teaserPages } from "../queries.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../teaser/teaser-skeleton.tsx";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import { FilterChip } from "../list/filter-chip.tsx";
import { SearchField } from "../list/search-field.tsx";
import { ShowMore } from "../list/show-more.tsx";
import { useListRestoration } from "../list/use-list-restoration.ts";
import { TagFilter } from "../list/tag-filter.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { routePath } from "#shared/routes.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { setPreference, usePreferences } from "#renderer/preferences/preferences-store.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import {
  maxTopics,
  useMatches,
  useSearchFilter,
  useTopics,
  type SearchFilter,
} from "./search-filter.ts";
import { ResultItem } from "./search-result.tsx";

/** Turns off the key `/`, which speech input may press by mistake, or on again (WCAG 2.1.4). */
function ShortcutSwitch() {
  const { t } = useTranslation("search");
  const checked = usePreferences((chosen) => chosen.searchShortcut);
  return (
    <Checkbox
      label={t("shortcut")}
      checked={checked}
      onChange={({ target }) => setPreference("searchShortcut", target.checked)}
    />
  );
}

/** Shown before anything is searched for; members, whose top bar has the shortcut, can turn it off here. */
function SearchStart() {
  const { t } = useTranslation("search");
  const isMember = useIsActiveMember();
  const action = isKindShown(brand, "articles") && (
    <ButtonLink to={routePath("articles")}>{t("start.action")}</ButtonLink>
  );
  return (
    <>
      <EmptyState motif="paw" title={t("start.title")} text={t("start.text")} action={action} />
      {isMember && <ShortcutSwitch />}
    </>
  );
}

/** The newest entries of a kind, before anything is searched for: the list that visitors have of a kind that is for members. */
function KindList({ kind }: { kind: ContentKind }) {
  const grid = useGridStyles();
  const teasers = useApiPages(...teaserPages(kind, { q: "", tag: "", sort: "" }));
  const list = useRef<HTMLUListElement>(null);
  useListRestoration(teasers, kind, list);
  const { data } = teasers;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const variants = useCoverVariants(items);
  return (
    <QueryView
      query={teasers}
      loading={
        <div className={grid.grid}>
          <TeaserSkeleton />
          <TeaserSkeleton />
          <TeaserSkeleton />
        </div>
      }
      isEmpty={() => items.length === 0}
      empty={<SearchStart />}
    >
      {({ pages: [first] }) => (
        <>
          <ul ref={list} className={grid.grid}>
            {items.map((teaser, i) => (
              <li key={teaser.slug}>
                <TeaserCard teaser={teaser} heading={2} variant={variants[i]} />
              </li>
            ))}
          </ul>
          <ShowMore pages={teasers} shown={items.length} total={first?.total} list={list} />
        </>
      )}
    </QueryView>
  );
}

const useStyles = makeStyles({
  tools: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    [media.phone]: { gap: "12px" },
  },
  words: {
    display: "flex",
    alignItems: "center",
    gap: "16px",
    "> :first-child": { flexGrow: 1, minWidth: 0, maxWidth: "420px" },
    "> button": { flexShrink: 0 },
  },
  start: { marginTop: "24px" },
  found: {
    margin: "16px 0 24px",
    [media.phone]: { margin: "12px 0" },
    minHeight: "24px",
    color: tokens.colorNeutralForeground2,
  },
  topics: { marginBottom: "24px", [media.phone]: { marginBottom: "20px" } },
  body: { minHeight: "70vh" },
  outdated: { opacity: 0.6 },
  list: { display: "grid", gap: "32px", margin: 0, padding: 0, listStyleType: "none" },
});

type Change = ReturnType<typeof useSearchFilter>["change"];
type PartProps = { filter: SearchFilter; change: Change };
type NothingFoundProps = PartProps & { field: RefObject<HTMLInputElement | null> };
type ResultsProps = NothingFoundProps & { isLong: boolean };

function KindFilter({ filter: { kinds }, change }: PartProps) {
  const { t } = useTranslation("search");
  const titleOf = usePageTitles();
  const { row } = useScrollRow();
  return (
    <div role="group" aria-label={t("kinds")} className={row}>
      {shownKinds(brand).map((kind) => (
        <FilterChip
          key={kind}
          isChosen={kinds.includes(kind)}
          onToggle={() => {
            const next = contentKinds.filter((id) => kinds.includes(id) !== (id === kind));
            change({ kinds: next.join(",") });
          }}
        >
          {titleOf(kind)}
        </FilterChip>
      ))}
    </div>
  );
}

/**
 * Whether there are more results than are seen at a glance, or the address narrows or orders them. Stays true until the field
 * is empty.
 */
function useIsLong(filter: SearchFilter): boolean {
  const { hasNextPage, isPlaceholderData } = useMatches(filter);
  const [isLong, setLong] = useState(false);
  const isEmpty = filter.q === "";
  const hasMore = hasNextPage && !isPlaceholderData;
  if (isLong && isEmpty) setLong(false);
  if (!isLong && !isEmpty && (filter.tag || filter.sort || hasMore)) setLong(true);
  return isLong;
}

function OrderButton({ filter, change }: PartProps) {
  const { t } = useTranslation("search");
  return (
    <FilterChip
      isChosen={filter.sort === "newest"}
      label={t("newestFirst")}
      onToggle={() => change({ sort: filter.sort ? "" : "newest" })}
    >
      <ArrowSortRegular title={t("newestFirst")} />
    </FilterChip>
  );
}

/** The topics of the results; none chosen means all. The chosen one is there also if they do not have it, to be undone. */
function TopicFilter({ filter, change }: PartProps) {
  const styles = useStyles();
  const topics = useTopics(filter);
  if (topics?.length === 0) return null;
  return (
    <div className={styles.topics}>
      <TagFilter
        tags={topics}
        expected={maxTopics}
        chosen={filter.tag}
        onChoose={(tag) => change({ tag })}
      />
    </div>
  );
}

/** Says that nothing matches, and offers to search everything or to begin again; both focus the field. */
function NothingFound({ filter: { q, kinds, tag }, change, field }: NothingFoundProps) {
  const { t } = useTranslation("search");
  const isNarrowed = kinds.length > 0 || tag !== "";
  const widen = () => {
    change(isNarrowed ? { kinds: "", tag: "" } : { q: "" });
    focusReplacement(field.current); // the button goes with the empty state
  };
  return (
    <EmptyState
      motif="tunnel"
      title={t("nothing.title", { words: q })}
      text={t(isNarrowed ? "nothing.textNarrowed" : "nothing.text")}
      action={
        <Button size="large" onClick={widen}>
          {t(isNarrowed ? "nothing.everything" : "nothing.clear")}
        </Button>
      }
    />
  );
}

function Results({ filter, change, field, isLong }: ResultsProps) {
  const styles = useStyles();
  const { t } = useTranslation("search");
  const matches = useMatches(filter);
  const list = useRef<HTMLUListElement>(null);
  useListRestoration(matches, JSON.stringify(filter), list);
  const items = matches.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <p role="status" className={styles.found}>
        {matches.data &&
          !matches.isPlaceholderData &&
          t(matches.hasNextPage ? "foundMore" : "found", { count: items.length })}
      </p>
      <div className={mergeClasses(styles.body, matches.isPlaceholderData && styles.outdated)}>
        {isLong && (filter.tag !== "" || items.length > 0) && (
          <TopicFilter filter={filter} change={change} />
        )}
        <QueryView
          query={matches}
          loading={<LoadingLines />}
          isEmpty={() => items.length === 0}
          empty={<NothingFound filter={filter} change={change} field={field} />}
        >
          {() => (
            <>
              <ul ref={list} className={styles.list}>
                {items.map((result) => (
                  <li key={`${result.kind}/${result.slug}`}>
                    <ResultItem result={result} />
                  </li>
                ))}
              </ul>
              <ShowMore pages={matches} shown={items.length} list={list} />
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

/** Returns the handler of Escape in the field: goes back to the previous page if it is empty, else leaves the field. */
function useEscape() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // "default" is the key of the page that the document was loaded with. Only the key at mount counts: a search
  // replaces the entry of the history, which gets another key.
  const [navigated] = useState(key !== "default");
  return (field: HTMLInputElement) => {
    if (field.value === "" && navigated) void navigate(-1);
    else field.blur();
  };
}

/** Search over everything that the portal has: words, kinds, results. */
export default function SearchPage() {
  const styles = useStyles();
  const { t } = useTranslation(["titles", "search"]);
  const { filter, change } = useSearchFilter();
  const field = useRef<HTMLInputElement>(null);
  const isEmpty = filter.q === "";
  const kind = filter.kinds.length === 1 ? filter.kinds[0] : undefined;
  const isStart = isEmpty && !kind;
  const isLong = useIsLong(filter);
  const escape = useEscape();
  useEffect(() => {
    // After the page's heading got the focus.
    if (isStart) setTimeout(() => field.current?.focus());
  }, [isStart]);
  return (
    <Page title={t("search")}>
      <div className={styles.tools}>
        <div className={styles.words}>
          <SearchField
            input={field}
            label={t("search:label")}
            value={filter.q}
            onSearch={(q) => change({ q })}
            onEscape={escape}
          />
          {isLong && <OrderButton filter={filter} change={change} />}
        </div>
        <KindFilter filter={filter} change={change} />
      </div>
      {!isEmpty && <Results {...{ filter, change, field, isLong }} />}
      {isEmpty && (
        <div className={styles.start}>
          {kind ? <KindList key={kind} kind={kind} /> : <SearchStart />}
        </div>
      )}
    </Page>
  );
}
