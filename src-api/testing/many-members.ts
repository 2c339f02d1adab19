import { sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";

const daysBefore = (now: Date) => (days: string) =>
  sql`${now.toISOString()}::timestamptz - (${sql.raw(days)}) * interval '1 day'`;

/** Tables that get many rows. */
const filled = [
  "users",
  "subscriptions",
  "payment_methods",
  "invoices",
  "credit_notes",
  "contact_messages",
  "shelf_items",
];

/** Fills the database with members and their monthly invoices; every twentieth is past due, every fiftieth left. */
export async function insertManyMembers(
  database: Database,
  { members, months, now }: { members: number; months: number; now: Date },
): Promise<void> {
  const day = daysBefore(now);
  const numbers = sql`generate_series(1, ${members}) as n`;
  await database.execute(sql`
    insert into users (id, email, name, password_hash, roles, language, created_at)
    select gen_random_uuid(), 'member-' || n || '@example.com', 'Ada', 'none', '{ROLE_USER}', 'en', ${day("730")} from ${numbers}`);
  await database.execute(sql`
    insert into subscriptions (id, user_id, source, status, sku, period, price, currency, started_at, anchor_at, ends_at, ended_at, cancel_at_period_end)
    select gen_random_uuid(), id, 'purchase', case when n % 50 = 0 then 'ended' when n % 20 = 0 then 'past_due' else 'active' end,
      'membership-monthly', 'monthly', 900, 'EUR', ${day("n % 700")}, ${day("n % 700")},
      case when n % 50 = 0 then ${day("n % 700")} when n % 20 = 0 then ${day("n % 13")} else ${day("-(n % 28) - 1")} end,
      case when n % 50 = 0 then ${day("n % 700")} end, n % 7 = 0
    from (select id, row_number() over () as n from users) as members`);
  await database.execute(sql`
    insert into payment_methods (id, user_id, provider, provider_reference, brand, last4, exp_month, exp_year, created_at)
    select gen_random_uuid(), id, 'sandbox', 'sandbox_card_succeeds', 'Visa', '4242', 4, 2099, created_at from users`);
  const price = { amount: 900, currency: "EUR" };
  const line = {
    sku: "membership-monthly",
    kind: "membership",
    period: "monthly",
    name: "Monthly membership",
    quantity: 1,
    unitPrice: price,
    total: price,
  };
  for (let month = 0; month < months; month++) {
    const at = day(`${month * 30}`);
    await database.execute(sql`
    insert into invoices (id, user_id, reason, status, subscription_id, period_start, lines, total, currency, period, terms_version, origin,
      provider, buyer_name, buyer_email, created_at, expires_at, paid_at, receipt_number)
    select gen_random_uuid(), user_id, 'renewal', 'paid', id, ${at}, ${JSON.stringify([line])}::jsonb, 900, ${month % 5 === 0 ? "PLN" : "EUR"},
      'monthly', '1', 'checkout', 'sandbox', 'Ada', 'ada@example.com', ${at}, ${at}, ${at}, gen_random_uuid() from subscriptions`);
  }
  await database.execute(sql`
    insert into credit_notes (id, invoice_id, number, amount, currency, lines, taxes, reason, note, status, created_at)
    select gen_random_uuid(), id, id::text, 100, currency, jsonb_build_array(jsonb_build_object('sku', lines->0->>'sku', 'amount', 100)), '[]', 'refund', '', 'succeeded', paid_at from invoices where random() < 0.01`);
  await database.execute(sql`
    insert into contact_messages (id, name, email, subject, message, language, created_at, answered_at)
    select gen_random_uuid(), 'Ada', 'ada@example.com', 'Hi', 'Hello', 'en', ${day("n % 700")}, case when n % 10 = 0 then null else ${day("n % 700")} end from ${numbers}`);
  await database.execute(sql`
    insert into shelf_items (user_id, type, kind, slug, is_removed, changed_at)
    select id, 'place', 'articles', 'entry-' || (n * 7 + item) % 500, false, ${day("(n + item) % 50")}
    from (select id, row_number() over () as n from users) as members, generate_series(1, 3) as item`);
  await database.execute(sql.raw(`analyze ${filled.join(", ")}`));
}
