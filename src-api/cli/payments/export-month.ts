import { csvText, type Cell } from "#api/infra/csv.ts";
import { bookColumns, readBooks } from "#api/modules/billing/books.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

/** Returns the receipts and credit notes of a month of the seller's as CSV. */
export async function exportMonth(context: CommandContext, month: string): Promise<string[]> {
  const rows: Cell[][] = [];
  for await (const row of readBooks(context, month)) rows.push(row);
  // The command prints a line feed after its answer.
  return [csvText(bookColumns, rows).slice(0, -1)];
}
