import { pipeline, Readable } from "node:stream";
import { stringify, type Options } from "csv-stringify";
import { stringify as stringifyAll } from "csv-stringify/sync";
import { withFormulaGuards } from "#shared/formula-guards.ts";
import { decimalAmount, type Money } from "#shared/money.ts";

/** A cell of a table. Texts may come from users; numbers and amounts are written as they are. */
export type Cell = string | number | Money | null;

const optionsOf = (columns: readonly string[]): Options => ({
  header: true,
  columns: [...columns],
  // Without it Excel takes UTF-8 for the code page of its country.
  bom: true,
  record_delimiter: "windows",
  quote_record_delimiter: true,
  cast: { string: withFormulaGuards, object: (cell) => decimalAmount(cell as Money) }, // the only object among cells
});

/** Returns a table as CSV (RFC 4180, UTF-8 with a byte order mark). */
export const csvText = (columns: readonly string[], rows: readonly Cell[][]): string =>
  stringifyAll([...rows], optionsOf(columns));

/** Returns a table as CSV like `csvText`, written while its rows are read. A failure destroys the stream. */
export const csvStream = (columns: readonly string[], rows: AsyncIterable<Cell[]>): Readable =>
  pipeline(Readable.from(rows), stringify(optionsOf(columns)), () => undefined);
