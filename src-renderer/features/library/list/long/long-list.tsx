import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { VirtualItem } from "@tanstack/react-virtual";
import {
  Fragment,
  memo,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type Ref,
} from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { onReconnect } from "../../../../api-client/connection.ts";
import { LiveText } from "../../../../components/visually-hidden.tsx";
import { TeaserCard } from "../../teaser/teaser-card.tsx";
import { useGridStyles } from "../../teaser/teaser-layout.ts";
import { TeaserSkeleton } from "../../teaser/teaser-skeleton.tsx";
import type { LongListProps } from "../list-start.ts";
import { firstOf, gaps, rowOf, useGridShape, type GridShape } from "./grid-shape.ts";
import { FindHint, RetryHint } from "./hints.tsx";
import { ListPages, pageSize, type ListedTeaser } from "./list-pages.ts";
import { leftList } from "./list-place.ts";
import { useListPlace } from "./use-list-place.ts";
import { rowsOfPlain, useRows, type Rows } from "./use-rows.ts";

const useStyles = makeStyles({
  // The virtualizer keeps the place itself.
  list: { overflowAnchor: "none" },
  between: { gridColumn: "1 / -1" },
  // What changes in one card moves no other, so the browser lays out that one only.
  cell: { contain: "layout style" },
});

type CellProps = { entry: ListedTeaser | undefined; isLead: boolean; query: string };

/** The card of an entry, or its placeholder. */
const Cell = memo(function Cell({ entry, isLead, query }: CellProps) {
  const look = isLead ? "lead" : "card";
  if (!entry) return <TeaserSkeleton look={look} />;
  const { teaser, variant } = entry;
  return <TeaserCard teaser={teaser} search={query} look={look} heading={2} variant={variant} />;
});

type GridProps = {
  rendered: readonly VirtualItem[];
  measure: Ref<HTMLLIElement>;
  shape: GridShape;
  pages: ListPages;
  /** Of the pages, which change in place. */
  version: number;
  withLead: boolean;
  query: string;
};

/** The rendered rows, each at its place: what is not rendered is room above, between and below them. */
const GridRows = memo(function GridRows(props: GridProps) {
  const { rendered, measure, shape, pages, withLead, query } = props;
  const styles = useStyles();
  const grid = useGridStyles();
  return rendered.map((row, at) => {
    const gap = row.start - (rendered[at - 1]?.end ?? row.start);
    const first = firstOf(shape, row.index);
    const end = Math.min(firstOf(shape, row.index + 1), pages.total);
    const between = gap > 2 * gaps.row && (
      <li role="presentation" className={styles.between} style={{ height: gap - 2 * gaps.row }} />
    );
    const cells = Array.from({ length: end - first }, (_, i) => first + i).map((index) => (
      <li
        // A card is another element than its placeholder, so that nothing seems to have moved.
        key={pages.at(index) ? index : `${index}-waiting`}
        ref={index === first && shape.width > 0 ? measure : undefined}
        data-index={row.index}
        aria-setsize={pages.total}
        aria-posinset={index + 1}
        className={mergeClasses(styles.cell, withLead && index === 0 && grid.whole)}
      >
        <Cell entry={pages.at(index)} isLead={withLead && index === 0} query={query} />
      </li>
    ));
    return (
      <Fragment key={row.key}>
        {between}
        {cells}
      </Fragment>
    );
  });
});

/** Fetches the entries in the window and near it. */
function useWanted(pages: ListPages, rows: Rows, shape: GridShape): void {
  const range = rows.range;
  const from = range ? firstOf(shape, range.startIndex) : 0;
  const to = range ? firstOf(shape, range.endIndex + 1) : 0;
  useEffect(() => {
    if (shape.width > 0) pages.want(from - pageSize, Math.min(to + pageSize, pages.total - 1));
  }, [pages, from, to, shape.width]);
  useEffect(() => onReconnect(pages.retry), [pages]);
}

/** Returns the index of the entry with the focus; null without one. */
function useFocused(list: { current: HTMLElement | null }): number | null {
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    const element = list.current;
    const follow = ({ type, target }: FocusEvent) => {
      const cell = type === "focusin" && target instanceof Element ? target.closest("li") : null;
      setFocused(cell ? Number(cell.getAttribute("aria-posinset")) - 1 : null);
    };
    element?.addEventListener("focusin", follow);
    element?.addEventListener("focusout", follow);
    return () => {
      element?.removeEventListener("focusin", follow);
      element?.removeEventListener("focusout", follow);
    };
  }, [list]);
  return focused;
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
  const { kind, filter, query, first, withLead, takesFocus, plain: plainList, onSearch } = props;
  const styles = useStyles();
  const grid = useGridStyles();
  const { t } = useTranslation("library");
  const { key } = useLocation();
  const [left] = useState(() => leftList(key));
  const [begun] = useState(() => {
    // It is still there: this list takes its place when it is rendered.
    const { current } = plainList;
    return left?.rows ?? (current ? rowsOfPlain(current, withLead) : undefined);
  });
  const [pages] = useState(() => left?.pages ?? new ListPages(kind, filter, first));
  const version = useSyncExternalStore(pages.subscribe, () => pages.version);
  const list = useRef<HTMLUListElement>(null);
  const focused = useFocused(list);
  const shape = useGridShape(list, withLead, begun?.shape);
  const plain = first.items.length;
  const { total } = pages;
  const { virtualizer: rows, margin } = useRows({
    list,
    shape,
    total,
    focused: focused === null ? null : rowOf(shape, focused),
    left: begun,
  });
  useEffect(() => pages.takeFirst(first), [pages, first]);
  useWanted(pages, rows, shape);
  useListPlace({ pages, rows, shape, margin, isBack: left !== undefined });
  useFirstNew(list, takesFocus ? plain : null, version);
  // Rendered between frames: on a slow device a row takes longer than one.
  const rendered = useDeferredValue(rows.getVirtualItems());
  const above = (rendered[0]?.start ?? margin) - margin;
  const below = rows.getTotalSize() - ((rendered.at(-1)?.end ?? margin) - margin);
  return (
    <>
      <LiveText>{takesFocus && t("wholeList", { count: total })}</LiveText>
      <ul
        ref={list}
        className={mergeClasses(grid.grid, styles.list)}
        style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}
      >
        <GridRows
          measure={rows.measureElement}
          {...{ rendered, shape, pages, version, withLead, query }}
        />
      </ul>
      {pages.hasFailed && <RetryHint onRetry={pages.retry} />}
      <FindHint total={total} onSearch={onSearch} />
    </>
  );
}
