import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import { listSaved } from "#shared/api/shelf.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useScrollRow } from "#renderer/components/scroll-row.ts";
import { EmptyState } from "#renderer/components/states.tsx";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { FilterChip } from "../list/filter-chip.tsx";
import { ListItems } from "../list/list-items.tsx";
import { useListRestoration } from "../list/use-list-restoration.ts";
import { ShowMore } from "../list/show-more.tsx";
import { changeItem, useShelfEntry } from "../shelf/follow/changes.ts";
import { SaveToggle } from "../shelf/save-toggle.tsx";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../teaser/teaser-skeleton.tsx";

const useStyles = makeStyles({
  kinds: { marginBottom: "32px" },
  // Keeps its room: the list was expected to have entries.
  useless: { visibility: "hidden" },
  body: { minHeight: "60vh" },
  outdated: { opacity: 0.6 },
  // Above the link of the card, which covers it.
  save: { position: "relative", zIndex: 1, justifySelf: "start" },
});

/** Queries the saved entries of a kind, or all, saved last first, page by page. */
const useSaved = (kind: ContentKind | undefined) =>
  useApiPages(
    listSaved,
    (cursor) => ({ query: { ...(kind && { kind }), ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );

type KindsProps = { chosen: ContentKind | undefined; onChoose: (kind: string) => void };

function Kinds({ chosen, onChoose }: KindsProps) {
  const { row } = useScrollRow();
  const { t } = useTranslation("shelf");
  const titleOf = usePageTitles();
  return (
    <div role="group" aria-label={t("kinds")} className={row}>
      <FilterChip isChosen={!chosen} onToggle={() => onChoose("")}>
        {t("all")}
      </FilterChip>
      {shownKinds(brand).map((kind) => (
        <FilterChip key={kind} isChosen={kind === chosen} onToggle={() => onChoose(kind)}>
          {titleOf(kind)}
        </FilterChip>
      ))}
    </div>
  );
}

function NothingSaved({ chosen, onChoose }: KindsProps) {
  const { t } = useTranslation("shelf");
  if (!chosen) {
    return (
      <EmptyState
        motif="treat-jar"
        title={t("empty.title")}
        text={t(brand.kinds ? "empty.textPlain" : "empty.text")}
        action={
          isKindShown(brand, "articles") && (
            <ButtonLink to={routePath("articles")} look="accent">
              {t("empty.action")}
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      motif={motifOfKind[chosen]}
      title={t("emptyKind.title")}
      action={
        <Button size="large" onClick={() => onChoose("")}>
          {t("emptyKind.action")}
        </Button>
      }
    />
  );
}

function SavedToggle({ kind, slug }: Pick<Teaser, "kind" | "slug">) {
  // Not asked for: the list says that it is saved, until it is changed here.
  const { data } = useShelfEntry({ kind, slug }, { enabled: false });
  const isSaved = data?.isSaved ?? true;
  const toggle = () => {
    const at = new Date().toISOString();
    changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
  };
  return <SaveToggle isSaved={isSaved} onToggle={toggle} />;
}

type SavedCardsProps = {
  items: Teaser[];
  saved: ReturnType<typeof useSaved>;
  list: RefObject<HTMLUListElement | null>;
};

/** The cards. What is removed stays until the list is opened again, so that it can be saved once more. */
function SavedCards({ items, saved, list }: SavedCardsProps) {
  const grid = useGridStyles();
  const styles = useStyles();
  const variants = useCoverVariants(items);
  return (
    <>
      <ul ref={list} className={grid.grid}>
        <ListItems
          items={items.map((teaser, i) => ({
            key: `${teaser.kind}/${teaser.slug}`,
            content: (
              <TeaserCard teaser={teaser} heading={2} variant={variants[i]}>
                <div className={styles.save}>
                  <SavedToggle kind={teaser.kind} slug={teaser.slug} />
                </div>
              </TeaserCard>
            ),
          }))}
        />
      </ul>
      <ShowMore pages={saved} shown={items.length} list={list} />
    </>
  );
}

function ListSkeleton() {
  const grid = useGridStyles();
  return (
    <div className={grid.grid}>
      {Array.from({ length: 6 }, (_, i) => (
        <TeaserSkeleton key={i} />
      ))}
    </div>
  );
}

export function SavedList() {
  const styles = useStyles();
  const { params, change } = useAddressParams<"kind" | "pages">();
  const chosen = shownKinds(brand).find((kind) => kind === params.get("kind"));
  const saved = useSaved(chosen);
  const items = useMemo(() => saved.data?.pages.flatMap((page) => page.items) ?? [], [saved.data]);
  const list = useRef<HTMLUListElement>(null);
  useListRestoration(saved, chosen ?? "", list);
  const onChoose = (kind: string) => change({ kind, pages: "" });
  const isEmpty = saved.data !== undefined && items.length === 0;
  return (
    <>
      <div className={mergeClasses(styles.kinds, isEmpty && !chosen && styles.useless)}>
        <Kinds chosen={chosen} onChoose={onChoose} />
      </div>
      <div className={mergeClasses(styles.body, saved.isPlaceholderData && styles.outdated)}>
        <QueryView
          query={saved}
          loading={<ListSkeleton />}
          isEmpty={() => isEmpty}
          empty={<NothingSaved chosen={chosen} onChoose={onChoose} />}
        >
          {() => <SavedCards items={items} saved={saved} list={list} />}
        </QueryView>
      </div>
    </>
  );
}
