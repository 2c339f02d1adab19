import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { QueryView, type ViewedQuery } from "#renderer/components/query-view.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { isKindShown } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { besidesShowcase, showcaseQuery } from "../queries.ts";
import { TeaserCard } from "./teaser-card.tsx";
import { useGridStyles } from "./teaser-layout.ts";
import { TeaserSkeleton } from "./teaser-skeleton.tsx";

const byDate = (a: Teaser, b: Teaser) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt);

/** Queries the newest entries of all kinds; those that the showcase lacks are left out if they fail. */
function useNewest(): ViewedQuery<Teaser[], ApiFailure> {
  const { data: showcase, error, refetch } = useApiQuery(...showcaseQuery);
  const further = Object.values({
    blog: useApiQuery(...besidesShowcase.blog, { enabled: isKindShown(brand, "blog") }),
  } satisfies Record<keyof typeof besidesShowcase, object>);
  const isAwaited = isKindShown(brand, "blog") && further.some(({ isPending }) => isPending);
  if (!showcase || isAwaited) {
    return { data: undefined, error, refetch };
  }
  const all = [
    ...Object.values(showcase).flat(),
    ...further.flatMap(({ data }) => data?.items ?? []),
  ];
  return { data: all.toSorted(byDate), error, refetch };
}

function RowsSkeleton({ count }: { count: number }) {
  const grid = useGridStyles();
  return (
    <div className={grid.rows}>
      {Array.from({ length: count }, (_, i) => (
        <TeaserSkeleton key={i} look="row" />
      ))}
    </div>
  );
}

/** Returns whether an entry was published since a time, an ISO text; never since null. */
const isSince = ({ publishedAt }: Teaser, time: string | null): boolean =>
  time !== null && Date.parse(publishedAt) > Date.parse(time);

type NewestRowsProps = {
  /** Without one, the newest entries of all kinds. */
  kind?: ContentKind;
  /** When the previous visit ended: entries published since then are marked. */
  newSince?: string | null;
};

/** The newest entries as small cards: three of all kinds, or two of one, without the newest of all. Nothing if they fail. */
export function NewestRows({ kind, newSince = null }: NewestRowsProps) {
  const grid = useGridStyles();
  const newest = useNewest();
  const count = kind ? 2 : 3;
  const shownOf = (entries: readonly Teaser[]) =>
    (kind ? entries.slice(1).filter((teaser) => teaser.kind === kind) : entries).slice(0, count);
  return (
    <QueryView
      query={newest}
      loading={<RowsSkeleton count={count} />}
      renderFailure={() => null}
      isEmpty={(entries) => shownOf(entries).length === 0}
    >
      {(entries) => (
        <ul className={grid.rows}>
          {shownOf(entries).map((teaser) => (
            <li key={`${teaser.kind}/${teaser.slug}`}>
              <TeaserCard teaser={teaser} look="row" isNew={isSince(teaser, newSince)} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

export function NewestEntry() {
  const { t } = useTranslation("library");
  const newest = useNewest();
  return (
    <QueryView
      query={newest}
      loading={<TeaserSkeleton look="lead" />}
      isEmpty={(entries) => entries.length === 0}
      empty={<EmptyState motif="rosette" title={t("nothingYet.title")} />}
    >
      {([first]) => first && <TeaserCard teaser={first} look="lead" heading={2} />}
    </QueryView>
  );
}

/** Placeholder for the rows while something else loads that decides where they are. */
export function NewestSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      <RowsSkeleton count={3} />
    </div>
  );
}

function NewestTeasersSkeleton({ count }: { count: number }) {
  const grid = useGridStyles();
  return (
    <ul className={grid.grid}>
      {Array.from({ length: count }, (_, i) => (
        <li key={i}>
          <TeaserSkeleton />
        </li>
      ))}
    </ul>
  );
}

/** The newest articles, or what else there is where those are hidden, for users without a membership. */
export function NewestTeasers({ count = 3 }: { count?: number }) {
  const grid = useGridStyles();
  const showcase = useApiQuery(...showcaseQuery);
  return (
    <QueryView query={showcase} loading={<NewestTeasersSkeleton count={count} />}>
      {({ articles, ...others }) => (
        <ul className={grid.grid}>
          {(isKindShown(brand, "articles")
            ? articles
            : Object.values(others).flat().toSorted(byDate)
          )
            .slice(0, count)
            .map((teaser) => (
              <li key={`${teaser.kind}/${teaser.slug}`}>
                <TeaserCard teaser={teaser} />
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}
