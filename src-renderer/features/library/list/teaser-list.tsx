import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Teaser } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { useButtonLook } from "../../../components/links.tsx";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { tokens } from "../../../theme/tokens.ts";
import { teaserPage } from "../queries.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import type { ListFilter } from "./list-filter.ts";
import type { Suitability } from "./list-filter.ts";
import { startsLong, type LongListProps } from "./list-start.ts";

const useStyles = makeStyles({
  more: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 20px",
    marginTop: "48px",
    color: tokens.colorNeutralForeground2,
    "> p": { margin: 0 },
  },
});

/** Queries the first teasers of a kind that match a filter; none while it is undecided for which dog. */
export const useTeasers = (
  kind: ContentKind,
  filter: ListFilter & Suitability,
  { isUndecided }: { isUndecided: boolean },
) => useApiQuery(...teaserPage(kind, filter), { keepPrevious: true, enabled: !isUndecided });

type FirstCardsProps = {
  items: readonly Teaser[];
  withLead: boolean;
  list: RefObject<HTMLUListElement | null>;
  /** Query of the links to the entries: "?dog=…". */
  query: string;
};

/** The cards of the first page. */
function FirstCards({ items, withLead, list, query }: FirstCardsProps) {
  const grid = useGridStyles();
  const variants = useCoverVariants(items);
  return (
    <ul ref={list} className={grid.grid}>
      {items.map((teaser, i) => {
        const lead = withLead && i === 0;
        return (
          <li key={teaser.slug} className={mergeClasses(lead && grid.whole)}>
            <TeaserCard
              teaser={teaser}
              search={query}
              look={lead ? "lead" : "card"}
              heading={2}
              variant={variants[i]}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The whole list, of which only what is on screen is rendered. */
const LongList = lazyChunk(
  () => import("./long/long-list.tsx"),
  ({ first, withLead, plain, query }: LongListProps) => (
    <FirstCards items={first.items} withLead={withLead} list={plain} query={query} />
  ),
);

const never = () => () => {};
const no = () => false;

type TeaserListProps = Pick<LongListProps, "kind" | "filter" | "query" | "first" | "onSearch"> & {
  /** Whether the entries are those of another filter, until the wanted ones are there. */
  isOutdated: boolean;
};

/**
 * The cards of a list: those of the first page and a button, which is followed by a footer that can be reached; then
 * all of them, rendered as they come into view. A page that was left in the middle begins there.
 */
export function TeaserList({ isOutdated, ...list }: TeaserListProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const look = useButtonLook("secondary");
  const plain = useRef<HTMLUListElement>(null);
  const [isOpened, setOpened] = useState(false);
  const wasLong = useSyncExternalStore(never, startsLong, no);
  const { q, tag, sort } = list.filter;
  const withLead = q === "" && tag === "" && sort === "";
  const { items, total, nextCursor } = list.first;
  if (nextCursor !== null && (isOpened || wasLong)) {
    return <LongList {...list} withLead={withLead} takesFocus={isOpened} plain={plain} />;
  }
  const hasMore = nextCursor !== null && !isOutdated;
  const prepare = () => void LongList.load().catch(() => {});
  return (
    <>
      <FirstCards items={items} withLead={withLead} list={plain} query={list.query} />
      <div className={styles.more}>
        {hasMore && (
          <Button
            size="large"
            {...look}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => setOpened(true)}
          >
            {t("showMore")}
          </Button>
        )}
        {hasMore && <p>{t("shown", { shown: items.length, total })}</p>}
      </div>
    </>
  );
}
