import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { beforeAll, afterAll, expect, test } from "vitest";
import { migrateBefore, migrationsFolder } from "../../testing/migrate-before.ts";
import { openPglite } from "./open-pglite.ts";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** A member with a receipt, a user whose payment settles, and one who never paid. */
const boughtBefore = `
  insert into users (id, email, name, password_hash, roles, language, created_at)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, n || '@example.com', 'Ada', '', '{ROLE_USER}', 'en', '2026-01-01'
  from generate_series(1, 4) n;
  insert into products values ('month', 'membership', 'monthly', '{}', '{}', '{}', 'rosette', 900, 'EUR', 0, true);
  insert into purchases (id, user_id, status, lines, discount, total, currency, period, terms_version, origin, provider,
    provider_reference, buyer_name, buyer_email, created_at, expires_at, paid_at, receipt_number)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, ('00000000-0000-4000-8000-00000000000' || n)::uuid, status,
    '[{"sku": "month"}]', '{"code": "TEN"}', 810, 'EUR', 'monthly', '1', 'checkout', 'sandbox', 'ref-' || n, 'Ada', 'ada@example.com',
    '2026-01-31', '2026-02-01', paid::timestamptz, number
  from (values (1, 'paid', '2026-01-31', 'RS-2026-000041'), (2, 'pending', null, null), (3, 'declined', null, null)) as bought (n, status, paid, number);
  insert into charges (id, purchase_id, provider, provider_reference, amount, currency, status, created_at, settles_at) values
    ('${id(1)}', '${id(1)}', 'sandbox', 'a', 810, 'EUR', 'settled', '2026-01-31', null),
    ('${id(2)}', '${id(2)}', 'sandbox', 'b', 810, 'EUR', 'settling', '2026-01-31', '2026-02-01');
  insert into subscriptions (id, user_id, source, status, period, price, currency, started_at, ends_at, cancel_at_period_end, purchase_id) values
    ('${id(1)}', '${id(1)}', 'purchase', 'active', 'monthly', 900, 'EUR', '2026-01-31', '2026-02-28', false, '${id(1)}'),
    ('${id(2)}', '${id(2)}', 'purchase', 'pending', 'monthly', 900, 'EUR', '2026-01-31', null, false, '${id(2)}'),
    ('${id(4)}', '${id(4)}', 'grant', 'active', null, null, null, '2026-01-31', null, false, null);
  insert into idempotency_keys values ('${id(3)}', 'key', 'hash', '${id(3)}', '2026-01-31');
  select setval('receipt_numbers', 41);`;

let client: PGlite;
beforeAll(async () => {
  client = await openPglite();
  await migrateBefore(client, "billing_engine");
  await client.exec(boughtBefore);
  await migrate(drizzle(client), { migrationsFolder });
});
afterAll(() => client.close());

const rows = async (query: string) => (await client.query(query)).rows;

test("orders become invoices of the subscriptions that they began, with receipts as they were", async () => {
  const invoices = await rows(
    "select status, subscription_id, total, receipt_number, discount from invoices order by id",
  );
  const rest = { total: 810, discount: { code: "TEN" } };
  expect(invoices).toEqual([
    { ...rest, status: "paid", subscription_id: id(1), receipt_number: "RS-2026-000041" },
    { ...rest, status: "pending", subscription_id: id(2), receipt_number: null },
    { ...rest, status: "declined", subscription_id: null, receipt_number: null },
  ]);
  const [paid] = await rows(
    `select period_start = '2026-01-31' and period_end = '2026-02-28' as known from invoices where id = '${id(1)}'`,
  );
  expect(paid).toEqual({ known: true });
});

test("charges become payments, and the next receipt gets the next number", async () => {
  expect(await rows("select invoice_id, status, amount from payments order by id")).toEqual([
    { invoice_id: id(1), status: "succeeded", amount: 810 },
    { invoice_id: id(2), status: "processing", amount: 810 },
  ]);
  expect(await rows("select * from number_series")).toEqual([{ series: "receipt", last: 41 }]);
  expect(await rows("select invoice_id from idempotency_keys")).toEqual([{ invoice_id: id(3) }]);
});

test("a membership that was sold as ending does not renew; a granted one stays", async () => {
  expect(
    await rows("select source, sku, cancel_at_period_end from subscriptions order by id"),
  ).toEqual([
    { source: "purchase", sku: "month", cancel_at_period_end: true },
    { source: "purchase", sku: "month", cancel_at_period_end: true },
    { source: "grant", sku: null, cancel_at_period_end: false },
  ]);
});
