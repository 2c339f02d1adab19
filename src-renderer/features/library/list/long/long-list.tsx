import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { memo, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { onReconnect } from "../../../../api-client/connection.ts";
import { LiveText } from "../../../../components/visually-hidden.tsx";
import { TeaserCard } from "../../teaser/teaser-card.tsx";
import { useGridStyles } from "../../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../../teaser/teaser-skeleton.tsx";
import type { LongListProps } from "../teaser-list.tsx";
import { firstOf, gaps, rowOf, useGridShape, type GridShape } from "./grid-shape.ts";
import { FindHint, RetryHint } from "./hints.tsx";
import { ListPages, pageSize, type ListedTeaser } from "./list-pages.ts";
import { leftList } from "./list-place.ts";
import { useListPlace } from "./use-list-place.ts";
import { useRows, type Rows } from "./use-rows.ts";

const useStyles = makeStyles({
  // The virtualizer keeps the place itself.
  list: { overflowAnchor: "none" },
  between: { gridColumn: "1 / -1" },
});

type CellProps = { entry: ListedTeaser | undefined; isLead: boolean };

/** The card of an entry, or its placeholder. */
const Cell = memo(function Cell({ entry, isLead }: CellProps) {
  const look = isLead ? "lead" : "card";
  if (!entry) return <TeaserSkeleton look={look} />;
  return <TeaserCard teaser={entry.teaser} look={look} heading={2} variant={entry.variant} />;
});

type GridProps = { rows: Rows; shape: GridShape; pages: ListPages; withLead: boolean };

/** The rendered rows, each at its place: what is not rendered is room above, between and below them. */
function GridRows({ rows, shape, pages, withLead }: GridProps) {
  const styles = useStyles();
  const grid = useGridStyles();
  const rendered = rows.getVirtualItems();
  return rendered.map((row, at) => {
    const gap = row.start - (rendered[at - 1]?.end ?? row.start);
    const first = firstOf(shape, row.index);
    const end = Math.min(firstOf(shape, row.index + 1), pages.total);
    const between = gap > 2 * gaps.row && (
      <li
        key={`before-${row.index}`}
        role="presentation"
        className={styles.between}
        style={{ height: gap - 2 * gaps.row }}
      />
    );
    const cells = Array.from({ length: end - first }, (_, i) => first + i).map((index) => (
      <li
        key={index}
        ref={index === first ? rows.measureElement : undefined}
        data-index={row.index}
        aria-setsize={pages.total}
        aria-posinset={index + 1}
        className={mergeClasses(withLead && index === 0 && grid.whole)}
      >
        <Cell entry={pages.at(index)} isLead={withLead && index === 0} />
      </li>
    ));
    return [between, cells];
  });
}

/** Fetches the entries in the window and near it. */
function useWanted(pages: ListPages, rows: Rows, shape: GridShape): void {
  const range = rows.range;
  const from = range ? firstOf(shape, range.startIndex) : 0;
  const to = range ? firstOf(shape, range.endIndex + 1) : 0;
  useEffect(() => {
    if (shape.width > 0)
      pages.want(from - pageSize / 2, Math.min(to + pageSize / 2, pages.total - 1));
  }, [pages, from, to, shape.width]);
  useEffect(() => onReconnect(pages.retry), [pages]);
}

/** Focuses the first entry after the plain list once it is there, unless something else has the focus. */
function useFirstNew(list: { current: HTMLElement | null }, index: number | null, version: number) {
  const isDone = useRef(index === null);
  useEffect(() => {
    if (isDone.current || index === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[aria-posinset="${index + 1}"] a`);
    if (!link) return;
    isDone.current = true;
    if (document.activeElement === document.body) link.focus({ preventScroll: true });
  }, [list, index, version]);
}

/**
 * The whole list at its real height, in which only the rows near the window are rendered, and fetched. Screen readers are
 * told the place of each entry among all of them.
 */
export default function LongList(props: LongListProps) {
  const { kind, filter, first, withLead, takesFocus, onSearch } = props;
  const styles = useStyles();
  const grid = useGridStyles();
  const { t } = useTranslation("library");
  const { key } = useLocation();
  const [left] = useState(() => leftList(key));
  const [pages] = useState(() => left?.pages ?? new ListPages(kind, filter, first));
  const version = useSyncExternalStore(pages.subscribe, () => pages.version);
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const shape = useGridShape(list, withLead, left?.rows.shape);
  const plain = first.items.length;
  const { total } = pages;
  const { virtualizer: rows, margin } = useRows({
    list,
    shape,
    total,
    plain,
    focused: focused === null ? null : rowOf(shape, focused),
    left: left?.rows,
  });
  useEffect(() => pages.takeFirst(first), [pages, first]);
  useWanted(pages, rows, shape);
  useListPlace({ pages, rows, shape, margin, isBack: left !== undefined });
  useFirstNew(list, takesFocus ? plain : null, version);
  const rendered = rows.getVirtualItems();
  const above = (rendered[0]?.start ?? margin) - margin;
  const below = rows.getTotalSize() - ((rendered.at(-1)?.end ?? margin) - margin);
  return (
    <>
      <LiveText>{takesFocus && t("wholeList", { count: total })}</LiveText>
      <ul
        ref={list}
        className={mergeClasses(grid.grid, styles.list)}
        style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}
        onFocus={({ target }) => {
          const place = target.closest("li")?.getAttribute("aria-posinset");
          setFocused(place ? Number(place) - 1 : null);
        }}
        onBlur={() => setFocused(null)}
      >
        <GridRows rows={rows} shape={shape} pages={pages} withLead={withLead} />
      </ul>
      {pages.hasFailed && <RetryHint onRetry={pages.retry} />}
      <FindHint total={total} onSearch={onSearch} />
    </>
  );
}
