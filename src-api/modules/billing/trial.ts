import { createHmac } from "node:crypto";
import type { trialRefusals } from "#shared/api/billing.ts";
import { trialReminderDays } from "#shared/api/catalogue.ts";
import { dayMs } from "#shared/durations.ts";
import { formatDate } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, isNotNull } from "#api/infra/database/drizzle.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Card } from "#api/infra/payment-provider.ts";
import { loadSecret } from "#api/infra/secrets/secret-store.ts";
import {
  findSubscription,
  isGrantWithEnd,
  isInForce,
  subscriptions,
} from "#api/modules/membership/module.ts";
import type { Portal } from "#api/portal.ts";
import { findBuyer, findCode } from "./invoices.ts";
import { chargeOf, type Line, membershipLine, recurringDiscountOf } from "./prices.ts";
import { type Invoice, type Product, usedTrials } from "./schema.ts";

/*
 * Trials: days that are free before the first charge of a membership. The order of a trial is an invoice of zero that needs a card;
 * the first renewal charges the agreed price (docs/decisions/0067-trial.md).
 */

/** How long before its end a member on trial is reminded of the first charge. */
export const trialReminderLeadMs = trialReminderDays * dayMs;

/** How long it is remembered who has used a trial. The privacy policy says so. */
export const usedTrialRetentionMs = 2 * 365 * dayMs;

/** Returns how many days of trial an order begins with; null for one without a trial. */
export const trialDaysOf = ({ lines }: { lines: readonly Line[] }): number | null =>
  membershipLine(lines)?.trialDays ?? null;

/** Returns when a trial ends that begins at a time: so many times 24 hours later. */
export const trialEnd = (begin: Date, days: number): Date =>
  new Date(begin.getTime() + days * dayMs);

/** Returns the lines of an order with a trial: the membership costs nothing now, and its unit price later. */
export const withTrial = (lines: readonly Line[], days: number, language: Language): Line[] =>
  lines.map((line) => ({
    ...line,
    name: textsIn(language)("payments:trial.line", { name: line.name, count: days }),
    total: { ...line.total, amount: 0 },
    trialDays: days,
  }));

/**
 * Says what is charged after the trial that an order begins, and when, as its buyer reads on the page where the card is given; null
 * for an order without a trial.
 */
export async function describeFirstCharge(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  { userId, lines, discount, periodEnd }: Invoice,
  language: Language,
): Promise<string | null> {
  const line = membershipLine(lines);
  if (!line?.trialDays || !line.period) return null;
  const { sku, period, unitPrice: price } = line;
  const code = discount ? await findCode(database, discount.code) : undefined;
  const recurring = code ? recurringDiscountOf(code, line) : null;
  const credit = { balance: 0, unused: 0 };
  const { total: amount } = chargeOf({ sku, period, price }, { discount: recurring }, credit);
  // A free membership comes first.
  const present = userId === null ? undefined : await findSubscription(database, userId);
  const isFree = present && isInForce(present, now()) && isGrantWithEnd(present);
  const begin = (isFree && present.endsAt) || now();
  const first = periodEnd ?? trialEnd(begin, line.trialDays);
  return textsIn(language)("payments:trial.first", {
    price: formatMoney({ ...price, amount }, language),
    date: formatDate(first.toISOString(), language, brand.timeZone),
  });
}

/** Returns the address with which somebody is recognised: without capitals, and without what follows a plus sign. */
export const normaliseAddress = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, "");

/** Returns the keyed hash of an address: without the portal's secret nobody can find out whose trial it was. */
const addressHashOf = async (database: Database, email: string): Promise<string> =>
  createHmac("sha256", await loadSecret(database, "used-trial"))
    .update(normaliseAddress(email))
    .digest("base64url");

const hashOf = async (database: Database, userId: string): Promise<string> =>
  addressHashOf(database, (await findBuyer(database, userId))?.email ?? userId);

/** Returns what is stored of the trial that a user's present address has had. */
export const findUsedTrials = async (database: Database, userId: string) =>
  database
    .select()
    .from(usedTrials)
    .where(eq(usedTrials.addressHash, await hashOf(database, userId)));

/** Returns whether a user has, or had, a membership that was bought: paid for, or on trial. */
const hasBought = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(
    subscriptions,
    and(
      eq(subscriptions.userId, userId),
      eq(subscriptions.source, "purchase"),
      isNotNull(subscriptions.endsAt),
    ),
  )) > 0;

type TrialRefusal = (typeof trialRefusals)[number];

/**
 * Returns the trial that an order begins with, or why the plan's trial is not given; null when the plan has none.
 *
 * @param userId null: a visitor, who may be somebody that has had one
 */
export async function findTrial(
  database: Database,
  lines: readonly Line[],
  plan: Pick<Product, "trialDays"> | undefined,
  userId: string | null,
): Promise<{ days: number } | { refused: TrialRefusal } | null> {
  const days = plan?.trialDays;
  if (!days) return null;
  if (lines.length > 1) return { refused: "extras" };
  if (userId === null) return { days };
  const isUsed =
    (await hasBought(database, userId)) || (await findUsedTrials(database, userId)).length > 0;
  return isUsed ? { refused: "used" } : { days };
}

/**
 * Records that a user begins a trial with a card. False when the user, the address or the card has had one; the address gets none
 * from then on.
 */
export async function useTrial(
  tx: Database,
  userId: string,
  { provider, card }: { provider: string; card: Card },
  now: Date,
): Promise<boolean> {
  const used = { addressHash: await hashOf(tx, userId), provider, usedAt: now };
  const isNew = !(await hasBought(tx, userId));
  const begun = isNew
    ? await tx
        .insert(usedTrials)
        .values({ ...used, cardFingerprint: card.fingerprint ?? null })
        .onConflictDoNothing()
        .returning({ addressHash: usedTrials.addressHash })
    : [];
  if (begun.length > 0) return true;
  await tx
    .insert(usedTrials)
    .values({ ...used, cardFingerprint: null })
    .onConflictDoNothing();
  return false;
}
