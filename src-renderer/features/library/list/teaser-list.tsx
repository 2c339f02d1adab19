import { mergeClasses } from "@fluentui/react-components";
import { useRef } from "react";
import type { Teaser } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { useApiPages } from "../../../api-client/query.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { teaserPages } from "../queries.ts";
import type { ListFilter } from "./list-filter.ts";
import type { ListDog } from "./use-list-dog.ts";
import { ShowMore } from "./show-more.tsx";

/** Queries the teasers of a kind that match a filter, newest first, page by page. */
export const useTeasers = (kind: ContentKind, filter: ListFilter, dog: ListDog) =>
  useApiPages(...teaserPages(kind, filter, dog.suitability), { enabled: !dog.isUndecided });

export type Teasers = ReturnType<typeof useTeasers>;

type TeaserListProps = {
  items: readonly Teaser[];
  total: number;
  teasers: Teasers;
  /** Whether the first card is large; not so in a filtered list. */
  withLead: boolean;
  /** Query of the links to the entries: "?dog=…". */
  query: string;
};

/** The cards, with a button for the next page. */
export function TeaserList({ items, total, teasers, withLead, query }: TeaserListProps) {
  const grid = useGridStyles();
  const list = useRef<HTMLUListElement>(null);
  const variants = useCoverVariants(items);
  return (
    <>
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
      <ShowMore pages={teasers} shown={items.length} total={total} list={list} />
    </>
  );
}
