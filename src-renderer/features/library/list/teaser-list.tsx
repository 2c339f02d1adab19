import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Teaser } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { useApiPages } from "../../../api-client/query.ts";
import { knownMotif } from "../../../components/cover-art/motif-art.tsx";
import { variantsOf } from "../../../components/cover-art/traits.ts";
import { useButtonLook } from "../../../components/links.tsx";
import { tokens } from "../../../theme/tokens.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { teaserPages } from "../queries.ts";
import type { ListFilter } from "./list-filter.ts";

/** Queries the teasers of a kind that match a filter, newest first, page by page. */
export const useTeasers = (kind: ContentKind, filter: ListFilter) =>
  useApiPages(...teaserPages(kind, filter));

export type Teasers = ReturnType<typeof useTeasers>;

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

type TeaserListProps = {
  items: readonly Teaser[];
  total: number;
  teasers: Teasers;
  /** Whether the first card is large; not so in a filtered list. */
  withLead: boolean;
};

/**
 * The cards, with a button for the next page. The focus stays on the button; after the last page,
 * when the button is gone, it moves to the first new card.
 */
export function TeaserList({ items, total, teasers, withLead }: TeaserListProps) {
  const grid = useGridStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(0);
  const look = useButtonLook("secondary");
  const variants = useMemo(
    () =>
      variantsOf(items.map(({ kind, slug, motif }) => ({ kind, slug, motif: knownMotif(motif) }))),
    [items],
  );
  const showMore = async () => {
    const before = items.length;
    const { data, hasNextPage } = await teasers.fetchNextPage();
    const now = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? before;
    setAdded(now - before);
    if (hasNextPage) return;
    // After the new cards were rendered.
    setTimeout(() => list.current?.children[before]?.querySelector("a")?.focus());
  };
  return (
    <>
      <ul ref={list} className={grid.grid}>
        {items.map((teaser, i) => {
          const lead = withLead && i === 0;
          return (
            <li key={teaser.slug} className={mergeClasses(lead && grid.whole)}>
              <TeaserCard
                teaser={teaser}
                look={lead ? "lead" : "card"}
                heading={2}
                variant={variants[i]}
              />
            </li>
          );
        })}
      </ul>
      <div className={styles.more}>
        {teasers.hasNextPage && (
          <Button
            size="large"
            {...look}
            disabledFocusable={teasers.isFetchingNextPage}
            onClick={() => void showMore()}
          >
            {t("showMore")}
          </Button>
        )}
        <p role="status">
          {added > 0 && `${t("added", { count: added })} `}
          {(added > 0 || teasers.hasNextPage) && t("shown", { shown: items.length, total })}
        </p>
      </div>
    </>
  );
}
