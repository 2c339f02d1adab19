import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/schema.ts";
import {
  type Invoice,
  invoices,
  type Payment,
  paymentMethods,
  payments,
  sandboxCalls,
} from "#api/modules/billing/schema.ts";
import { periodEnd } from "#api/modules/billing/prices.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { call } from "./account-requests.ts";
import {
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  monthly,
  pay,
  type Buyer,
} from "./billing-requests.ts";
import type { TestPortal } from "./test-portal.ts";

/** Succeeds at first; renewals with it have insufficient funds. */
export const failsAtRenewalCard = "4000 0000 0000 9979";
/** Succeeds at first; the bank wants renewals with it to be confirmed. */
export const confirmedCard = "4000 0025 0000 3155";

/** Moves the clock forward to a time. */
export function moveTo(test: TestPortal, time: string): void {
  const ms = Date.parse(time) - test.portal.now().getTime();
  if (ms < 0) throw new Error(`${time} is over.`);
  test.advance(ms);
}

/** Creates a user who buys a membership now. */
export async function createMember(
  test: TestPortal,
  {
    item = monthly,
    card = goodCard,
    discountCode,
  }: { item?: typeof monthly; card?: string; discountCode?: string } = {},
): Promise<Buyer> {
  const buyer = await createBuyer(test);
  const { body } = await checkOut(test, buyer, [item], discountCode ? { discountCode } : {});
  if (body.paymentUrl) await pay(test, body.paymentUrl, card, { expiry: "04/60" });
  return buyer;
}

/** Runs the renewals that are due now, and the jobs that they enqueue. */
export async function renewDue(test: TestPortal): Promise<void> {
  await runRenewals(test.portal);
  await test.runDueJobs();
}

/** Sends a request of a user whose session may have expired. */
export const callAs = async (
  test: TestPortal,
  buyer: Buyer,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
) => call(test, method, path, { token: (await comeBack(test, buyer)).token, body });

/** Returns a user's membership as the API presents it. */
export const membershipOf = async (test: TestPortal, buyer: Buyer) =>
  (await callAs(test, buyer, "GET", "/membership")).body;

/** What is stored about a user's payments, oldest first. */
export type Books = {
  invoices: Invoice[];
  payments: Payment[];
  /** What the sandbox took, in minor units, one entry for each charge of a card on file that succeeded. */
  collected: number[];
};

/** Returns what is stored about a user's payments. */
export async function booksOf(database: Database, { id }: { id: string }): Promise<Books> {
  const own = await database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, id))
    .orderBy(asc(invoices.createdAt), asc(invoices.periodStart));
  const ids = own.map((invoice) => invoice.id);
  const tries = await database
    .select()
    .from(payments)
    .where(inArray(payments.invoiceId, ids))
    .orderBy(asc(payments.createdAt));
  const keys = tries.map((payment) => payment.id);
  const calls = await database.select().from(sandboxCalls).where(inArray(sandboxCalls.key, keys));
  const succeeded = calls.filter(({ answer }) => answer.status === "succeeded");
  return { invoices: own, payments: tries, collected: succeeded.map(({ amount }) => amount) };
}

/**
 * Returns the subjects of the mails to a user, in the order in which they were sent, but for the welcome, which a first purchase
 * sends before or after its receipt.
 */
export const subjectsTo = ({ mails }: TestPortal, { email }: Buyer): string[] =>
  mails
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith("Welcome"));

function dueMember(now: Date) {
  const userId = randomUUID();
  const subscriptionId = randomUUID();
  const startedAt = new Date(now);
  startedAt.setUTCMonth(now.getUTCMonth() - 1);
  const endsAt = periodEnd(startedAt, "monthly");
  const sold = { price: 900, currency: "EUR", period: "monthly" } as const;
  const email = `${userId}@example.com`;
  return {
    user: {
      id: userId,
      email,
      name: "Ada Buyer",
      passwordHash: "none",
      roles: ["ROLE_USER" as const],
      language: "en" as const,
      createdAt: startedAt,
    },
    card: {
      id: randomUUID(),
      userId,
      provider: "sandbox",
      providerReference: "sandbox_card_succeeds",
      brand: "Visa",
      last4: "4242",
      expMonth: 4,
      expYear: 2099,
      createdAt: startedAt,
    },
    subscription: {
      ...sold,
      id: subscriptionId,
      userId,
      source: "purchase" as const,
      status: "active" as const,
      sku: "membership-monthly",
      startedAt,
      anchorAt: startedAt,
      endsAt,
      cancelAtPeriodEnd: false,
    },
    invoice: {
      id: randomUUID(),
      userId,
      subscriptionId,
      status: "paid" as const,
      periodStart: startedAt,
      periodEnd: endsAt,
      lines: [],
      total: sold.price,
      currency: sold.currency,
      period: sold.period,
      termsVersion: "1",
      origin: "checkout" as const,
      provider: "sandbox",
      buyerName: "Ada Buyer",
      buyerEmail: email,
      createdAt: startedAt,
      expiresAt: startedAt,
      paidAt: startedAt,
    },
  };
}

/**
 * Inserts members who paid for a monthly membership a month ago, so that it is to be renewed now. Call it on
 * a day that every month has.
 */
export async function insertDueMembers(
  database: Database,
  count: number,
  now: Date,
): Promise<{ id: string }[]> {
  const members = Array.from({ length: count }, () => dueMember(now));
  for (let at = 0; at < count; at += 100) {
    const some = members.slice(at, at + 100);
    await database.insert(users).values(some.map(({ user }) => user));
    await database.insert(paymentMethods).values(some.map(({ card }) => card));
    await database.insert(subscriptions).values(some.map(({ subscription }) => subscription));
    await database.insert(invoices).values(some.map(({ invoice }) => invoice));
  }
  return members.map(({ user: { id } }) => ({ id }));
}
