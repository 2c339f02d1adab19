import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { FolderRegular } from "@fluentui/react-icons";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { listStudio, type ListedItem } from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { minToFilter } from "#renderer/features/reading/index.ts";
import { joinShortWords } from "#renderer/i18n/line-ends.ts";
import { useFormats, useLanguageNames } from "#renderer/i18n/formats.ts";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { useStateText } from "../entry-notice.tsx";
import { ListFilters } from "./list-filters.tsx";
import { useStudioFilter, type StudioFilter } from "./studio-address.ts";

const useStyles = makeStyles({
  list: { margin: "24px 0 0", padding: 0, listStyleType: "none" },
  item: {
    position: "relative",
    display: "grid",
    gridTemplateColumns: "112px minmax(0, 1fr) auto",
    alignItems: "center",
    gap: "6px 20px",
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: {
      gridTemplateColumns: "80px minmax(0, 1fr)",
      alignItems: "start",
      columnGap: "16px",
    },
  },
  cover: {
    gridRow: "span 2",
    borderRadius: tokens.borderRadiusLarge,
    overflow: "hidden",
    lineHeight: 0,
  },
  title: {
    fontWeight: 600,
    fontSize: "18px",
    lineHeight: "26px",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    overflowWrap: "anywhere",
    ":hover": { textDecorationLine: "underline" },
    // The whole row is the link's.
    "::after": { content: '""', position: "absolute", inset: 0 },
  },
  facts: { margin: 0, fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground2 },
  dot: {
    display: "inline-block",
    width: "8px",
    height: "8px",
    marginRight: "8px",
    borderRadius: tokens.borderRadiusCircular,
    outline: `1px solid ${tokens.colorNeutralForeground3}`,
    // Forced colours would drop the fill.
    "@media (forced-colors: active)": { forcedColorAdjust: "none", outlineColor: "CanvasText" },
  },
  // Filled as far as readers have it: shape, not colour alone.
  scheduled: {
    background: `linear-gradient(90deg, ${tokens.colorBrandForegroundLink} 50%, transparent 50%)`,
    "@media (forced-colors: active)": {
      background: "linear-gradient(90deg, CanvasText 50%, Canvas 50%)",
    },
  },
  published: {
    backgroundColor: tokens.colorBrandForegroundLink,
    outlineColor: tokens.colorBrandForegroundLink,
    "@media (forced-colors: active)": { backgroundColor: "CanvasText", outlineColor: "CanvasText" },
  },
  folder: { fontSize: "16px", marginLeft: "8px", verticalAlign: "text-bottom" },
  ofFolder: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    margin: "24px 0 0",
    color: tokens.colorNeutralForeground2,
  },
  badges: { display: "flex", flexWrap: "wrap", gap: "6px", margin: 0, padding: 0 },
  badge: {
    padding: "0 8px",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: "13px",
    lineHeight: "22px",
    listStyleType: "none",
  },
  // What asks for something.
  due: { boxShadow: `inset 3px 0 0 ${tokens.colorAccent}`, color: tokens.colorNeutralForeground1 },
});

/** Returns the notes on an entry besides its state; `isDue`: it asks for something. */
function useBadges(item: ListedItem): { text: string; isDue: boolean }[] {
  const { t } = useTranslation("studio");
  const named = useLanguageNames();
  const missing = writtenLanguages().filter((language) => !item.languages.includes(language));
  const { outdated } = item;
  return [
    { is: item.isChanged && item.state === "published", text: t("state.changed"), isDue: true },
    { is: item.isReady, text: t("state.ready"), isDue: true },
    {
      is: missing.length > 0,
      text: t("translation.missing", { languages: named(missing, "and") }),
      isDue: false,
    },
    {
      is: outdated.length > 0,
      text: t("translation.outdated", { languages: named(outdated, "and") }),
      isDue: true,
    },
  ].filter(({ is }) => is);
}

/** The picture of a cover in a small place, where nothing but the picture matters. */
const smallCover = ({ picture, focus }: ListedItem) =>
  picture !== null && focus !== null
    ? { src: picture, alt: "", width: 16, height: 9, focus, language: firstLanguage() }
    : undefined;

type ItemProps = { item: ListedItem; isFolderNamed: boolean };

function Item({ item, isFolderNamed }: ItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const titleOf = usePageTitles();
  const { date, dateTime } = useFormats();
  const { kind, slug, title, author, publishedAt, editedAt, state, motif } = item;
  const badges = useBadges(item);
  const stateText = useStateText()(item);
  const publishedText = publishedAt ? t("publishedOn", { day: date(publishedAt) }) : "";
  return (
    <li className={styles.item} tabIndex={-1}>
      <div className={styles.cover} aria-hidden="true">
        <CoverArt kind={kind} slug={slug} motif={motif} cover={smallCover(item)} lazy />
      </div>
      <div>
        <Link
          to={useLocalised(routePath("studioEntry", { kind, slug }))}
          lang={firstLanguage()}
          className={styles.title}
        >
          {joinShortWords(title) || t("untitled")}
        </Link>
        <p className={styles.facts}>
          <span
            aria-hidden="true"
            className={mergeClasses(
              styles.dot,
              (state === "scheduled" || state === "published") && styles[state],
            )}
          />
          {[stateText, titleOf(kindFacts[kind].entry), author].filter(Boolean).join(" · ")}
          {item.isOfFolder && isFolderNamed && (
            <FolderRegular aria-label={t("ofFolder")} className={styles.folder} />
          )}
        </p>
        {badges.length > 0 && (
          <ul className={styles.badges}>
            {badges.map(({ text, isDue }) => (
              <li key={text} className={mergeClasses(styles.badge, isDue && styles.due)}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles.facts}>
        {editedAt === null ? publishedText : t("edited", { time: dateTime(editedAt) })}
      </p>
    </li>
  );
}

const usePages = (filter: StudioFilter) =>
  useApiPages(
    listStudio,
    (cursor) => ({
      query: {
        ...(filter.kind && { kind: filter.kind }),
        ...(filter.state && { state: filter.state }),
        ...(filter.translation && { translation: filter.translation }),
        ...(filter.author && { author: filter.author }),
        ...(filter.q && { q: filter.q }),
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
  );

/** All entries that match the filters of the address, the last edited first. */
export function StudioList() {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const list = useRef<HTMLUListElement>(null);
  const { filter, change } = useStudioFilter();
  const pages = usePages(filter);
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const isFiltered = Object.values(filter).some(Boolean);
  // Once shown they stay, also while the next list is loading.
  const [hasFilters, setHasFilters] = useState(isFiltered);
  if (!hasFilters && items.length >= minToFilter) setHasFilters(true);
  const isAllOfFolder = items.every(({ isOfFolder }) => isOfFolder);
  const none = isFiltered ? "nothingFound" : "nothingYet";
  return (
    <>
      {hasFilters && (
        <ListFilters
          filter={filter}
          change={change}
          authors={pages.data?.pages[0]?.authors ?? []}
        />
      )}
      <QueryView
        query={pages}
        loading={<LoadingLines lines={24} />}
        isEmpty={() => items.length === 0}
        empty={<EmptyState motif="whistle" title={t(`${none}.title`)} text={t(`${none}.text`)} />}
      >
        {() => (
          <>
            {items.some(({ isOfFolder }) => isOfFolder) && (
              <p className={styles.ofFolder}>
                <FolderRegular aria-hidden="true" fontSize={20} />
                {t(isAllOfFolder ? "allOfFolder" : "ofFolder")}
              </p>
            )}
            <ul ref={list} aria-label={t("list")} className={styles.list}>
              {items.map((item) => (
                <Item
                  key={`${item.kind}/${item.slug}`}
                  item={item}
                  isFolderNamed={!isAllOfFolder}
                />
              ))}
            </ul>
            <ShowOlder pages={pages} list={list} label={t("more")} />
          </>
        )}
      </QueryView>
    </>
  );
}
