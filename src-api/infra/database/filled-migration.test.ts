import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCatalogue } from "../../modules/billing/catalogue/import-catalogue.ts";
import { reconcile } from "../../modules/billing/payments/reconcile.ts";
import { paymentPages } from "../../modules/billing/payments/schema.ts";
import { runReminders } from "../../modules/billing/renewals/remind.ts";
import { call } from "../../testing/account-requests.ts";
import { goodCard, pay } from "../../testing/billing-requests.ts";
import { migrateBefore, migrationsFolder } from "../../testing/migrate-before.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { hashToken } from "../tokens.ts";
import { connectMemory } from "./connect.ts";
import { openPglite } from "./open-pglite.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const [refunded, credited, waiting, yearly, cardless, renewed, granted, admin] = [
  1, 2, 3, 4, 5, 6, 7, 8,
];
const tokenOf = (n: number) => `${n}`.padStart(43, "t");

const membership = {
  sku: "membership-monthly",
  kind: "membership",
  period: "monthly",
  name: "Monthly membership",
  quantity: 1,
  unitPrice: { amount: 900, currency: "EUR" },
  total: { amount: 900, currency: "EUR" },
};
const consultation = {
  sku: "handling-consultation",
  kind: "extra",
  name: "Consultation",
  quantity: 1,
  unitPrice: { amount: 4500, currency: "EUR" },
  total: { amount: 4500, currency: "EUR" },
};
const json = (value: unknown) => `'${JSON.stringify(value)}'`;

const member = (n: number) => `
  insert into users (id, email, name, password_hash, roles, language, created_at)
  values ('${id(n)}', '${n}@example.com', 'Ada ${n}', '', '{${n === admin ? "ROLE_ADMIN,ROLE_JUDGE" : "ROLE_USER"}}', 'en', '2026-01-01');
  insert into sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, factors)
  values ('${id(n)}', '${id(n)}', '${hashToken(tokenOf(n))}', '', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z', '2026-03-02', 'password');`;

type Bought = { period?: "monthly" | "yearly"; price?: number; ends: string; reminded?: string };

const bought = (n: number, { period = "monthly", price = 900, ends, reminded }: Bought) => `
  insert into subscriptions (id, user_id, source, status, sku, period, price, currency, started_at, anchor_at, ends_at,
    cancel_at_period_end, reminded_of)
  values ('${id(n)}', '${id(n)}', 'purchase', 'active', 'membership-${period}', '${period}', ${price}, 'EUR', '2026-01-01',
    '2026-01-01', '${ends}', false, ${reminded ? `'${reminded}'` : "null"});`;

const card = (n: number) => `
  insert into payment_methods (id, user_id, provider, provider_reference, brand, last4, exp_month, exp_year, created_at)
  values ('${id(n)}', '${id(n)}', 'sandbox', 'sandbox_card_succeeds', 'Visa', '4242', 4, 2099, '2026-01-01');`;

type Invoiced = {
  lines?: unknown[];
  total?: number;
  at?: string;
  status?: string;
  reason?: string;
};

const invoice = (
  n: number,
  {
    lines = [membership],
    total = 900,
    at = "2026-02-25",
    status = "paid",
    reason = "checkout",
  }: Invoiced,
) => `
  insert into invoices (id, user_id, reason, status, subscription_id, period_start, period_end, lines, total, currency, period,
    terms_version, origin, provider, provider_reference, buyer_name, buyer_email, created_at, expires_at, paid_at, receipt_number)
  values ('${id(n)}', '${id(n % 100)}', '${reason}', '${status}', ${status === "paid" ? `'${id(n % 100)}'` : "null"}, '${at}',
    timestamptz '${at}' + interval '28 days', ${json(lines)}, ${total}, 'EUR', 'monthly', '1', 'checkout', 'sandbox',
    'sandbox_${id(n)}', 'Ada', '${n % 100}@example.com', '${at}', now() + interval '1 day',
    ${status === "paid" ? `'${at}', 'RS-2026-${String(n).padStart(6, "0")}'` : "null, null"});
  insert into payments (id, invoice_id, provider, provider_reference, amount, currency, status, created_at)
  select id, id, provider, 'paid ' || id, total, currency, 'succeeded', paid_at from invoices
  where id = '${id(n)}' and status = 'paid';`;

/** A portal as the version before left it. */
const filled = [
  ...[refunded, credited, waiting, yearly, cardless, renewed, granted, admin].map(member),
  `insert into number_series (series, last) values ('receipt', 6), ('credit-note', 1);`,
  // A membership with a consultation, which was paid back by a credit note that names no line.
  bought(refunded, { ends: "2026-03-25" }),
  card(refunded),
  invoice(refunded, { lines: [membership, consultation], total: 5400 }),
  `insert into credit_notes (id, invoice_id, number, amount, currency, taxes, reason, note, status, created_at)
   values ('${id(refunded)}', '${id(refunded)}', 'RS-C-2026-000001', 4500, 'EUR', '[]', 'refund', 'Ill', 'succeeded', '2026-02-26');`,
  // Credit from before and after the catalogue changed its currency.
  bought(credited, { ends: "2026-03-25" }),
  invoice(credited, {}),
  `insert into credit_entries (id, user_id, invoice_id, amount, currency, created_at) values
     ('${id(1)}', '${id(credited)}', '${id(credited)}', 900, 'BGN', '2026-01-05'),
     ('${id(2)}', '${id(credited)}', '${id(credited)}', 500, 'EUR', '2026-02-05'),
     ('${id(3)}', '${id(credited)}', '${id(credited)}', -200, 'EUR', '2026-02-25');`,
  invoice(waiting, { status: "open", at: "2026-03-01T10:00:00Z" }),
  // Reminded already; not reminded, a monthly membership without a card, and one that renews as before.
  bought(yearly, { period: "yearly", price: 9000, ends: "2026-03-10", reminded: "2026-03-10" }),
  card(yearly),
  bought(cardless, { ends: "2026-03-10" }),
  invoice(cardless, { at: "2026-02-10" }),
  bought(renewed, { ends: "2026-03-10" }),
  card(renewed),
  invoice(renewed, { at: "2026-02-10", reason: "renewal" }),
  `insert into subscriptions (id, user_id, source, status, started_at, ends_at, cancel_at_period_end)
   values ('${id(granted)}', '${id(granted)}', 'grant', 'active', '2026-01-01', '2026-03-08', false);`,
  `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
   values ('${id(admin)}', '${id(admin)}', 'credential', 'key', 0, '{}', 'Key', '2026-01-01');
   insert into sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, factors)
   values ('${id(100)}', '${id(admin)}', '${hashToken(tokenOf(100))}', '', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z', '2026-03-02', 'passkey');`,
  `insert into audit_entries (at, act, actor_id, via, subject_id, details) values
     ('2026-02-26', 'payment-refunded', '${id(admin)}', 'portal', '${id(refunded)}', '{}'),
     ('2026-02-27', 'signed-in', '${id(refunded)}', 'portal', '${id(refunded)}', '{}'),
     ('2026-02-28', 'membership-granted', '${id(9)}', 'portal', '${id(granted)}', '{}');`,
  // A judge's note that is shown, and an entry that was imported.
  `insert into judge_notes (id, user_id, kind, slug, text, language, written_at, state, shown_text, shown_language, shown_at)
   values ('${id(1)}', '${id(admin)}', 'articles', 'weaving', 'Good', 'en', '2026-02-01', 'approved', 'Good', 'en', '2026-02-02');
   insert into content_entries (kind, slug, published_at, author, tags, motif, details, origin)
   values ('articles', 'weaving', '2026-01-01', 'Ada', '{}', 'jump', '{}', 'import');
   insert into content_texts (kind, slug, language, title, summary, body, words, details)
   values ('articles', 'weaving', 'en', 'Weaving', 'All poles', 'Slowly', 0, '{}');`,
];

let it: TestPortal;
beforeAll(async () => {
  const client = await openPglite();
  await migrateBefore(client, "credit_note_lines");
  await client.exec(filled.join(""));
  await migrate(drizzle(client), { migrationsFolder });
  const dump = await client.dumpDataDir("none");
  await client.close();
  it = await createTestPortal({}, {}, () => connectMemory(dump));
  await importCatalogue(it.portal.database, { demo: false });
}, 120_000);
afterAll(() => it.close());

const get = (path: string, n: number) => call(it, "GET", path, { token: tokenOf(n) });
const euros = (amount: number) => ({ amount, currency: "EUR" });

test("a refund that names no line was of the extra: the membership is still worth what was paid for it", async () => {
  const { body } = await get("/subscription/switch?to=yearly", refunded);
  expect(body).toMatchObject({ credit: euros(772), dueNow: euros(8228) }); // 24 of 28 days of €9
});

test("credit stays in its currency, and only that of the invoice's currency pays", async () => {
  expect((await get("/membership", credited)).body).toMatchObject({
    nextCharge: { price: euros(600) },
    credit: euros(300),
    otherCredit: [{ amount: 900, currency: "BGN" }],
  });
});

test("a receipt from before shows a reference with which one can withdraw; a renewal has none", async () => {
  const referenceOf = async (n: number) =>
    (await get(`/purchases/${id(n)}/receipt`, n)).body.withdrawalReference;
  expect(await referenceOf(renewed)).toBeNull();
  const contract = await referenceOf(refunded);
  const body = { name: "Ada", email: "other@example.com", contract };
  expect((await call(it, "POST", "/withdrawals", { body })).status).toBe(201);
  expect((await get("/membership", refunded)).body).toMatchObject({ status: "ended" });
  expect((await get(`/purchases/${id(refunded)}`, refunded)).body.creditNotes).toMatchObject([
    { amount: euros(4500) },
    { amount: euros(900) },
  ]);
});

test("a payment page that is open can still be used, and is asked for until then", async () => {
  const pages = () => it.portal.database.select().from(paymentPages);
  await reconcile(it.portal);
  expect(await pages()).toContainEqual(
    expect.objectContaining({ invoiceId: id(waiting), reference: `sandbox_${id(waiting)}` }),
  );
  const { paymentUrl } = (await get(`/purchases/${id(waiting)}`, waiting)).body;
  expect((await pay(it, paymentUrl, goodCard)).statusCode).toBe(303);
  expect((await get("/me", waiting)).body.subscriptionOwned).toBe(true);
  await reconcile(it.portal);
  expect(await pages()).toEqual([]);
});

test("sessions that a passkey began end; those of passwords stay", async () => {
  expect([(await get("/me", 100)).status, (await get("/me", admin)).status]).toEqual([401, 200]);
});

test("the audit trail keeps its entries, those of present admins with their name", async () => {
  const { body } = await get("/audit", admin);
  expect(body.items.slice(-3)).toMatchObject([
    { act: "membership-granted", actor: { id: id(9), name: null } },
    { act: "signed-in", actor: { id: id(refunded), email: null } },
    { act: "payment-refunded", actor: { id: id(admin), name: "Ada 8", email: "8@example.com" } },
  ]);
  const forged = it.portal.database.execute(sql`update audit_entries set act = 'login'`);
  await expect(forged).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("a judge's note is shown under the name that its author had, and what was imported stays", async () => {
  const entry = await get("/content/articles/weaving", admin);
  expect(entry.body).toMatchObject({ title: "Weaving" });
  const notes = await get("/content/articles/weaving/judge-notes", admin);
  expect(notes.body).toMatchObject({ items: [{ author: "Ada 8", text: "Good" }] });
});

test("the first pass of reminders sends only what was not sent before, and the next one nothing", async () => {
  it.mails.length = 0;
  for (let pass = 1; pass <= 2; pass += 1) {
    await runReminders(it.portal);
    await it.runDueJobs();
    expect(it.mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      `${cardless}@example.com: Your membership renews on 10 March 2026`,
      `${granted}@example.com: Your free membership ends on 8 March 2026`,
    ]);
  }
});
