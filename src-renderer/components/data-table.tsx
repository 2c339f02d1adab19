import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { ArrowDownRegular, ArrowUpRegular } from "@fluentui/react-icons";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { isDescending, reversed, type Sort } from "#shared/sort.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  table: {
    width: "100%",
    marginTop: "24px",
    borderCollapse: "collapse",
    textAlign: "left",
    [media.belowTablet]: { display: "block" },
  },
  body: { [media.belowTablet]: { display: "block" } },
  // A row per column would be too wide for a phone: cells stand below each other, the headings in one line above all.
  row: {
    position: "relative",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { display: "grid", gap: "2px", padding: "12px 0" },
  },
  hovered: { ":hover": { backgroundColor: tokens.colorNeutralBackground2 } },
  head: {
    borderBottom: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    [media.belowTablet]: { display: "flex", flexWrap: "wrap", columnGap: "20px" },
  },
  heads: { [media.belowTablet]: { display: "block" } },
  title: {
    padding: "0 16px 0 0",
    fontWeight: 600,
    color: tokens.colorNeutralForeground2,
    whiteSpace: "nowrap",
  },
  // A heading that is no button says nothing above cells that stand below each other.
  fixed: { [media.belowTablet]: { display: "none" } },
  button: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    minHeight: "44px",
    padding: 0,
    border: "none",
    backgroundColor: "transparent",
    color: "inherit",
    font: "inherit",
    cursor: "pointer",
    ":hover": { color: tokens.colorNeutralForeground1 },
  },
  cell: {
    padding: "14px 16px 14px 0",
    overflowWrap: "break-word",
    [media.belowTablet]: { padding: 0 },
  },
  named: {
    [media.belowTablet]: {
      "::before": { content: 'attr(data-title) ": "', color: tokens.colorNeutralForeground2 },
    },
  },
});

/** A column of a table; without `sorts` it sorts nothing. */
export type Column<Row, Name extends string> = {
  key: string;
  title: string;
  sorts?: Name;
  /** Whether the title stands before the cell on narrow screens: of what says little by itself, such as a number. */
  isNamed?: boolean;
  cell: (row: Row) => ReactNode;
};

type HeadProps<Name extends string> = {
  title: string;
  sorts: Name | undefined;
  sort: Sort<Name> | undefined;
  onSort: ((sort: Sort<Name>) => void) | undefined;
};

/** The heading of a column: a button that sorts by it, and turns the order if the table is sorted by it already. */
function Head<Name extends string>({ title, sorts, sort, onSort }: HeadProps<Name>) {
  const styles = useStyles();
  if (sorts === undefined || sort === undefined || !onSort) {
    return (
      <th scope="col" className={mergeClasses(styles.title, styles.fixed)}>
        {title}
      </th>
    );
  }
  const isCurrent = sort === sorts || sort === reversed(sorts);
  const down = isDescending(sort);
  return (
    <th
      scope="col"
      className={styles.title}
      aria-sort={isCurrent ? (down ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={styles.button}
        onClick={() => onSort(isCurrent ? reversed(sort) : sorts)}
      >
        {title}
        {isCurrent && (down ? <ArrowDownRegular aria-hidden /> : <ArrowUpRegular aria-hidden />)}
      </button>
    </th>
  );
}

type DataTableProps<Row, Name extends string> = {
  label: string;
  columns: readonly Column<Row, Name>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Missing for a table that cannot be sorted. */
  sort?: Sort<Name>;
  onSort?: (sort: Sort<Name>) => void;
  /** Whether a row reacts to the pointer: it is a link. Other rows can be given the focus. */
  isLinked?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The rows. */
  ref?: Ref<HTMLTableSectionElement>;
};

/** A table whose columns may sort it. On narrow screens the cells of a row stand below each other. */
export function DataTable<Row, Name extends string>(props: DataTableProps<Row, Name>) {
  const { label, columns, rows, keyOf, sort, onSort, isLinked = false, onKeyDown, ref } = props;
  const styles = useStyles();
  return (
    <table aria-label={label} className={styles.table}>
      <thead className={styles.heads}>
        <tr className={styles.head}>
          {columns.map(({ key, title, sorts }) => (
            <Head key={key} title={title} sorts={sorts} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={ref} className={styles.body} {...(onKeyDown && { onKeyDown })}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={mergeClasses(styles.row, isLinked && styles.hovered)}
            {...(!isLinked && { tabIndex: -1 })}
          >
            {columns.map(({ key, title, isNamed = false, cell }) => (
              <td
                key={key}
                className={mergeClasses(styles.cell, isNamed && styles.named)}
                {...(isNamed && { "data-title": title })}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
