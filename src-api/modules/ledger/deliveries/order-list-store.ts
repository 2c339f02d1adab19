import type { OrderFilter, OrderSort } from "#shared/api/orders.ts";
import { isDescending, sortedBy } from "#shared/sort.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, desc, eq, inArray, sql, type SQL } from "#api/infra/database/drizzle.ts";
import { hasWords, users } from "../../accounts/module.ts";
import { invoices } from "../schema.ts";
import { isWithdrawn, selectExtras, type BoughtExtra } from "./delivery-store.ts";
import { deliveries } from "./schema.ts";

/** The last order of a page, with all that orders are sorted by. */
type OrderPlace = { paidAt: Date; buyer: string; number: string; sku: string };

export type OrderSearch = {
  show?: OrderFilter | undefined;
  query?: string | undefined;
  sort?: OrderSort | undefined;
  after?: OrderPlace | undefined;
  limit?: number;
};

const isLive = sql`${isWithdrawn} is not true`;
const inState = (...states: (typeof deliveries.$inferSelect)["state"][]) =>
  and(inArray(deliveries.state, states), isLive);

const shown: Record<OrderFilter, () => SQL | undefined> = {
  open: () => inState("requested", "scheduled"),
  requested: () => inState("requested"),
  scheduled: () => inState("scheduled"),
  done: () => inState("done"),
  cancelled: () => inState("cancelled"),
  withdrawn: () => isWithdrawn,
};

const buyerText = sql`person_search_text(${invoices.buyerName}, coalesce(${users.email}, ${invoices.buyerEmail}), null)`;

/** SQL condition: it is the receipt's number, or every word of the query begins a word of the buyer's name or address. */
const matches = (query: string): SQL | undefined =>
  /^\w+-\d{4}-\d+$/.test(query)
    ? eq(invoices.receiptNumber, query.toUpperCase())
    : hasWords(buyerText, query);

/** SQL: what orders are sorted by, of a row and of a place in the list; the indexes `invoices_paid` and `invoices_buyer`. */
const sortKeys = {
  paid: {
    ofRow: sql`${invoices.paidAt}`,
    ofPlace: ({ paidAt }: OrderPlace) => sql`${sql.param(paidAt, invoices.paidAt)}::timestamptz`,
  },
  buyer: {
    ofRow: sql`person_search_text(${invoices.buyerName}, '', null)`,
    ofPlace: ({ buyer }: OrderPlace) => sql`person_search_text(${buyer}, '', null)`,
  },
};

/** Returns the extras that were bought, the oldest first unless `sort` says otherwise. */
export async function findOrders(
  database: Database,
  { show, query = "", sort = "paid", after, limit }: OrderSearch,
): Promise<BoughtExtra[]> {
  const { ofRow, ofPlace } = sortKeys[sortedBy(sort)];
  const down = isDescending(sort);
  const direction = down ? desc : asc;
  const follows =
    after &&
    sql`(${ofRow}, ${invoices.receiptNumber}, ${deliveries.sku}) ${sql.raw(down ? "<" : ">")}
      (${ofPlace(after)}, ${after.number}, ${after.sku})`;
  const found = selectExtras(database)
    .where(and(show && shown[show](), matches(query), follows))
    .orderBy(direction(ofRow), direction(invoices.receiptNumber), direction(deliveries.sku));
  return limit === undefined ? found : found.limit(limit);
}
