import { useMemo, type RefObject } from "react";
import type { ContentKind } from "#shared/content-kinds.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { teaserPages } from "../queries.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import type { ListFilter, Suitability } from "./list-filter.ts";
import { ListItems } from "./list-items.tsx";
import { ShowMore } from "./show-more.tsx";

/** Queries the teasers of a kind that match a filter, page by page; none while it is undecided for which dog. */
export const useTeasers = (
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
export function TeaserList({ teasers, list, withLead, query }: TeaserListProps) {
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
