import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { ArrowSortRegular } from "@fluentui/react-icons";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { memberTabs, routePath } from "#shared/routes.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useScrollRow } from "#renderer/components/scroll-row.ts";
import { EmptyState } from "#renderer/components/states.tsx";
import { TabLinks } from "#renderer/components/tab-links.tsx";
import { loadMemberTexts } from "#renderer/i18n/i18n.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useOwnNames, usePageTitles } from "#renderer/i18n/page-titles.ts";
import { shownKinds } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { kindOfPath, listPath } from "../kinds.ts";
import { teaserPages } from "../queries.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../teaser/teaser-skeleton.tsx";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import { FilterChip } from "./filter-chip.tsx";
import { useListDog } from "./use-list-dog.ts";
import { type ListFilter, minToFilter, type Suitability, useListFilter } from "./list-filter.ts";
import { ListItems } from "./list-items.tsx";
import { SearchField } from "./search-field.tsx";
import { ShowMore } from "./show-more.tsx";
import { TagFilter } from "./tag-filter.tsx";
import { useListRestoration } from "./use-list-restoration.ts";

const useStyles = makeStyles({
  tools: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    marginBottom: "24px",
    [media.phone]: { gap: "12px", marginBottom: "20px" },
  },
  search: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    "> :first-child": { flexGrow: 1, minWidth: 0 },
    "> button": { flexShrink: 0 },
  },
  total: {
    margin: 0,
    minHeight: "24px",
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    [media.phone]: { fontSize: "15px" },
  },
  lists: {
    display: "none",
    [media.belowTablet]: { display: "flex", margin: "-8px 0 16px" },
  },
  note: { marginBottom: "32px", [media.phone]: { display: "none" } },
  body: { minHeight: "70vh" },
  outdated: { opacity: 0.6 },
});

/** Says what is free, for visitors without a membership. */
function MembersNote() {
  const { t } = useTranslation("library");
  return (
    <Notice>
      <p>
        {t("membersNote.text")}{" "}
        <TextLink to={routePath("memberships")}>{t("membersNote.action")}</TextLink>
      </p>
    </Notice>
  );
}

/** Placeholder for the cards while they load. */
function ListSkeleton({ withLead }: { withLead: boolean }) {
  const grid = useGridStyles();
  return (
    <div className={grid.grid}>
      {withLead && (
        <div className={grid.whole}>
          <TeaserSkeleton look="lead" />
        </div>
      )}
      {Array.from({ length: 6 }, (_, i) => (
        <TeaserSkeleton key={i} />
      ))}
    </div>
  );
}

// Needed once a dog is chosen.
const LateDogNote = lazyChunk(async () => {
  // The list of articles is also a page for visitors.
  const [{ DogNote }] = await Promise.all([import("./dog-note.tsx"), loadMemberTexts()]);
  return { default: DogNote };
});

const useEmptyListStyles = makeStyles({
  elsewhere: { overflowWrap: "anywhere", minHeight: "24px" },
});

/** Says that nothing matches, or nothing was published yet. Leads to the search over everything. */
function EmptyList({
  kind,
  words,
  onClear,
}: {
  kind: ContentKind;
  words: string;
  onClear: (() => void) | null;
}) {
  const styles = useEmptyListStyles();
  const { t } = useTranslation("library");
  const texts = onClear ? "nothingFound" : "nothingYet";
  const action = onClear && (
    <>
      {words !== "" && (
        <TextLink
          className={styles.elsewhere}
          to={`${routePath("search")}?${new URLSearchParams({ q: words }).toString()}`}
        >
          {t("searchEverything", { words })}
        </TextLink>
      )}
      <Button size="large" onClick={onClear}>
        {t("clearFilter")}
      </Button>
    </>
  );
  return (
    <EmptyState
      motif={motifOfKind[kind]}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      action={action}
    />
  );
}

/** Queries the teasers of a kind that match a filter, page by page; none while it is undecided for which dog. */
const useTeasers = (
  kind: ContentKind,
  filter: ListFilter & Suitability,
  { isUndecided }: { isUndecided: boolean },
) => useApiPages(...teaserPages(kind, filter), { enabled: !isUndecided });

type TeaserListProps = {
  teasers: ReturnType<typeof useTeasers>;
  list: RefObject<HTMLUListElement | null>;
  /** Whether the first entry is larger than the others. */
  withLead: boolean;
  /** Query of the links to the entries: "?dog=…". */
  query: string;
};

/** The cards of a list, and a button for more of them, which is followed by a footer that can be reached. */
function TeaserList({ teasers, list, withLead, query }: TeaserListProps) {
  const grid = useGridStyles();
  const { data } = teasers;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const variants = useCoverVariants(items);
  return (
    <>
      <ul ref={list} className={grid.grid}>
        <ListItems
          items={items.map((teaser, i) => {
            const isLead = withLead && i === 0;
            return {
              key: teaser.slug,
              className: isLead ? grid.whole : undefined,
              content: (
                <TeaserCard
                  teaser={teaser}
                  search={query}
                  look={isLead ? "lead" : "card"}
                  heading={2}
                  variant={variants[i]}
                />
              ),
            };
          })}
        />
      </ul>
      <ShowMore pages={teasers} shown={items.length} total={data?.pages[0]?.total} list={list} />
    </>
  );
}

function Results({ kind }: { kind: ContentKind }) {
  const styles = useStyles();
  const { row } = useScrollRow();
  const { t } = useTranslation("library");
  const { filter, filtered, change } = useListFilter();
  const search = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const own = useOwnNames()(kind);
  const forDog = useListDog(kind);
  const { dogs, dog } = forDog;
  const wanted = { ...filter, ...forDog.suitability };
  const teasers = useTeasers(kind, wanted, { isUndecided: forDog.isUndecided });
  const isNarrowed = filtered || (dog !== undefined && kind !== "recipes");
  const first = teasers.data?.pages[0];
  const list = useRef<HTMLUListElement>(null);
  const total = first?.total ?? 0;
  const isChanged = filtered || filter.sort !== "";
  // A short list has no search, order or topics, unless the address names some; but the dogs of a member, for whom nothing
  // else narrows it. Stays true, so that a field or button with the focus does not go with the filter. A list that is opened
  // for a dog may be part of a long one.
  const [hasTools, setHasTools] = useState(isChanged || forDog.isWanted);
  if (!hasTools && (isChanged || total >= minToFilter)) setHasTools(true);
  const clear = () => {
    change({ q: "", tag: "", dog: "" });
    // The pressed button is gone.
    focusReplacement(search.current ?? chips.current?.querySelector("button") ?? null);
  };
  const dogChips = dogs.map(({ id, name }) => (
    <FilterChip
      key={id}
      isChosen={id === dog?.id}
      onToggle={() => forDog.choose(id === dog?.id ? "" : id)}
    >
      {t("forDog", { name })}
    </FilterChip>
  ));
  // Without the tools nothing keeps room for the dogs: they and the entries come together.
  const isWaiting = !hasTools && (forDog.isLoading || (!first && !teasers.isError));
  const shown = isWaiting ? { ...teasers, isFetching: true } : teasers;
  useListRestoration(shown, JSON.stringify([wanted, dog?.id]), list);
  const hasOnlyDogs = !hasTools && !isWaiting && dogs.length > 0;
  const skeleton = <ListSkeleton withLead={!filtered && !filter.sort} />;
  return (
    <>
      {hasTools && (
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchField
              input={search}
              label={own ? t("search.named", { kind: own }) : t(`search.${kind}`)}
              value={filter.q}
              onSearch={(q) => change({ q })}
            />
            <p role="status" className={styles.total}>
              {first &&
                t(isNarrowed ? "matching" : own ? "total.named" : `total.${kind}`, {
                  count: total,
                })}
            </p>
            <FilterChip
              isChosen={filter.sort === "oldest"}
              label={t("oldestFirst")}
              onToggle={() => change({ sort: filter.sort ? "" : "oldest" })}
            >
              <ArrowSortRegular title={t("oldestFirst")} />
            </FilterChip>
          </div>
          <TagFilter
            // The dogs stand before the tags, which would move.
            tags={
              forDog.isLoading ? undefined : (first?.tags ?? (teasers.isError ? [] : undefined))
            }
            chosen={filter.tag}
            onChoose={(tag) => change({ tag })}
          >
            {dogChips}
          </TagFilter>
        </div>
      )}
      {hasOnlyDogs && (
        <div className={styles.tools}>
          <div ref={chips} className={row}>
            {dogChips}
          </div>
        </div>
      )}
      {dog && <LateDogNote dog={dog} kind={kind} />}
      <div
        // New below the tools, rather than moved by them.
        key={String(hasTools || hasOnlyDogs)}
        className={mergeClasses(styles.body, teasers.isPlaceholderData && styles.outdated)}
      >
        {isWaiting ? (
          skeleton
        ) : (
          <QueryView
            query={teasers}
            loading={skeleton}
            isEmpty={() => total === 0}
            empty={<EmptyList kind={kind} words={filter.q} onClear={isNarrowed ? clear : null} />}
          >
            {() => (
              <TeaserList
                teasers={teasers}
                list={list}
                withLead={!filtered && !filter.sort}
                query={dog && kind === "recipes" ? `?dog=${dog.id}` : ""}
              />
            )}
          </QueryView>
        )}
      </div>
    </>
  );
}

/** Returns the kinds that the tab "Read" of small screens leads to. */
const kindsToRead = () =>
  shownKinds(brand).filter((kind) =>
    memberTabs.read.some((route) => route === kindFacts[kind].list),
  );

/** Links between the lists behind one tab of the tab bar, on small screens. */
function ListsToRead({ kind }: { kind: ContentKind }) {
  const styles = useStyles();
  const { t } = useTranslation("common");
  const titleOf = usePageTitles();
  return (
    <TabLinks
      label={t("tabs.read")}
      className={styles.lists}
      tabs={kindsToRead().map((other) => ({
        to: listPath(other),
        text: titleOf(other),
        isCurrent: other === kind,
      }))}
    />
  );
}

/** The entries of a kind as cards, with a search and topics (specification, section 2). */
export default function ListPage() {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  const titleOf = usePageTitles();
  const kind = kindOfPath(useLocation().pathname);
  const member = useIsActiveMember();
  return (
    <Page key={kind} title={titleOf(kind)} lead={t(`library.${kind}`)}>
      {member && kindsToRead().includes(kind) && <ListsToRead kind={kind} />}
      {/* On a phone the first entry matters more, and the banner already says it. */}
      {!member && (
        <div className={styles.note}>
          <MembersNote />
        </div>
      )}
      <Results kind={kind} />
    </Page>
  );
}
