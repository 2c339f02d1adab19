import type { Money } from "#shared/money.ts";
import { addMonths } from "#shared/calendar-date.ts";
import { csvText, type Cell } from "#api/infra/csv.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import { type BookedDocument, findBooked } from "#api/modules/billing/books.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

const columns = [
  "date",
  "number",
  "kind",
  "buyer",
  "e-mail",
  "tax rate",
  "net",
  "tax",
  "gross",
  "currency",
  "payment reference",
  "corrects",
  "items",
];

/** A part of a document that has one tax rate, in basis points; null: no tax is stored for it. */
type Share = { rate: number | null; net: Money; tax: Money | null; gross: Money };

/** Returns the parts of a document by tax rate, whose gross amounts add up to its total. */
function sharesOf({ total, taxes }: BookedDocument): Share[] {
  const taxed = taxes.reduce((sum, { gross }) => sum + gross.amount, 0);
  const rest = { amount: total.amount - taxed, currency: total.currency };
  const untaxed = { rate: null, net: rest, tax: null, gross: rest };
  const all = taxes.length === 0 || rest.amount !== 0 ? [...taxes, untaxed] : taxes;
  const filled = all.filter(({ gross }) => gross.amount !== 0); // a refund of one line has nothing at other rates
  return filled.length > 0 ? filled : all;
}

/** Returns the items of a document that were sold at the tax rate of a part. */
const itemsOf = ({ items, taxes }: BookedDocument, { rate }: Share): string =>
  items
    .filter((item) => taxes.length === 0 || item.rate === rate)
    .map(({ sku }) => sku)
    .join(" ");

function rowsOf(document: BookedDocument, timeZone: string): Cell[][] {
  const { kind, number, issuedAt, buyer, total, reference, corrects } = document;
  // What was paid back lowers the sums; a refund that was refused keeps its number, and moves nothing.
  const sign = { receipt: 1, "credit-note": -1, "void-credit-note": 0 }[kind];
  const signed = ({ amount, currency }: Money): Money => ({
    amount: amount === 0 ? 0 : amount * sign,
    currency,
  });
  return sharesOf(document).map((share) => {
    const { rate, net, tax, gross } = share;
    return [
      businessDay(issuedAt, timeZone),
      number,
      kind,
      buyer.name,
      buyer.email,
      rate === null ? null : `${rate / 100}%`,
      signed(net),
      tax && signed(tax),
      signed(gross),
      total.currency,
      reference,
      corrects,
      itemsOf(document, share),
    ];
  });
}

/** Returns the receipts and credit notes of a month of the seller's as CSV, a line for each tax rate of a document. */
export async function exportMonth(
  { database, brand: { timeZone } }: CommandContext,
  month: string,
): Promise<string[]> {
  const from = startOf(`${month}-01`, timeZone);
  const until = startOf(`${addMonths(month, 1)}-01`, timeZone);
  const documents = await findBooked(database, { from, until });
  // The command prints a line feed after its answer.
  return [
    csvText(
      columns,
      documents.flatMap((document) => rowsOf(document, timeZone)),
    ).slice(0, -1),
  ];
}
