import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Details } from "./details.tsx";

const useStyles = makeStyles({
  scroll: { overflowX: "auto" },
  table: { borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  cell: {
    padding: "6px 24px 6px 0",
    textAlign: "left",
    verticalAlign: "top",
    fontWeight: 400,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: { paddingRight: "12px" },
  },
});

/** A drawing, which is out of reach for keyboards and screen readers: the table beside it says the same. */
export function Drawing({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div inert className={className}>
      <ErrorBoundary fallback={null}>{children}</ErrorBoundary>
    </div>
  );
}

type DrawingTableProps = {
  /** The name of the table. */
  label: string;
  /** What opens it. */
  summary: string;
  columns: readonly string[];
  rows: readonly { key: string; head: string; cells: readonly (string | number)[] }[];
};

/** The figures of a drawing as a table, which is closed at first. */
export function DrawingTable({ label, summary, columns, rows }: DrawingTableProps) {
  const styles = useStyles();
  return (
    <Details summary={summary}>
      <div className={styles.scroll}>
        <table aria-label={label} className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={styles.cell}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, head, cells }) => (
              <tr key={key}>
                <th scope="row" className={styles.cell}>
                  {head}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={styles.cell}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Details>
  );
}
