import { decimalAmount } from "../../../src-shared/money.ts";
import { findBooked, type BookedDocument } from "../../modules/billing/module.ts";
import type { CommandGround } from "../channel/own-database.ts";
import { dayOf } from "../channel/days.ts";

/** A text at the start of which a spreadsheet would see a formula. */
const formula = /^[=+\-@\t\r]/;

/** Returns what somebody typed as a cell that no spreadsheet computes. */
const typed = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Returns a record as RFC 4180 describes it, without its line feed. */
const recordOf = (cells: string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r`;

const percent = (rate: number) => `${rate / 100}%`;

function cellsOf(document: BookedDocument, rates: number[]): string[] {
  const { kind, number, issuedAt, buyer, total, taxes, reference, corrects } = document;
  // What was paid back lowers the sums; a refund that was refused keeps its number, and moves nothing.
  const sign = { receipt: 1, "credit-note": -1, "void-credit-note": 0 }[kind];
  const money = (amount: number) =>
    decimalAmount({ amount: amount === 0 ? 0 : amount * sign, currency: total.currency });
  const shares = rates.flatMap((rate) => {
    const share = taxes.find((tax) => tax.rate === rate);
    return share
      ? [money(share.net.amount), money(share.tax.amount), money(share.gross.amount)]
      : ["", "", ""];
  });
  return [
    dayOf(issuedAt),
    number,
    kind,
    typed(buyer.name),
    typed(buyer.email),
    ...shares,
    money(total.amount),
    total.currency,
    reference ?? "",
    corrects ?? "",
  ];
}

/**
 * Returns the receipts and credit notes of a month (YYYY-MM, UTC) as lines of CSV, in the order of their
 * days and numbers. Each tax rate of the month has columns for net, tax and gross.
 */
export async function exportMonth({ database }: CommandGround, month: string): Promise<string[]> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const documents = await findBooked(database, { from, until });
  const rates = [...new Set(documents.flatMap(({ taxes }) => taxes.map(({ rate }) => rate)))];
  rates.sort((a, b) => b - a);
  const head = [
    "date",
    "number",
    "kind",
    "buyer",
    "e-mail",
    ...rates.flatMap((rate) => ["net", "tax", "gross"].map((part) => `${part} ${percent(rate)}`)),
    "total",
    "currency",
    "payment reference",
    "corrects",
  ];
  return [head, ...documents.map((document) => cellsOf(document, rates))].map(recordOf);
}
