import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  getLeaving,
  leavingReasons,
  leavingTextsShown,
  stayOffers,
  takeStayOffer,
  type Leaving,
  type LeavingAnswer,
  type StayOffer,
} from "#shared/api/leaving.ts";
import type { Membership } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, count, desc, eq, gte, isNotNull, isNull } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { lockBought, type Subscription } from "#api/modules/membership/module.ts";
import { findOnSale } from "./catalogue.ts";
import { monthsOf } from "./prices.ts";
import { cancellationReasons } from "./schema.ts";

/**
 * Returns what a year costs a member who pays monthly, and how much less that is than twelve months; null unless it is less, and
 * where a discount makes the two prices hard to compare.
 */
export async function findYearlyOffer(
  database: Database,
  { source, period, nextPeriod, price, currency, discount }: Subscription,
): Promise<NonNullable<Membership["yearly"]> | null> {
  const isMonthly = source === "purchase" && period === "monthly" && nextPeriod === null;
  if (!isMonthly || price === null || currency === null || discount) return null;
  const year = (await findOnSale(database)).find(
    (product) => product.kind === "membership" && product.period === "yearly",
  );
  const saving = year ? monthsOf.yearly * price - year.price : 0;
  if (year?.currency !== currency || saving <= 0) return null;
  return { price: { amount: year.price, currency }, saving: { amount: saving, currency } };
}

type Leaver = {
  userId: string;
  /** Null where only a former site charges. */
  subscription: Pick<Subscription, "id" | "sku"> | null;
  answer: LeavingAnswer;
  /** Taken instead of cancelling. */
  offer: StayOffer | null;
};

/** Records why a member leaves, in place of an earlier answer for the same membership. Lock the user first. */
export async function recordLeaving(
  { now }: Pick<Portal, "now">,
  tx: Database,
  { userId, subscription, answer, offer }: Leaver,
): Promise<void> {
  const { subscriptionId } = cancellationReasons;
  const isSame = subscription ? eq(subscriptionId, subscription.id) : isNull(subscriptionId);
  await tx.delete(cancellationReasons).where(and(eq(cancellationReasons.userId, userId), isSame));
  await tx.insert(cancellationReasons).values({
    id: randomUUID(),
    userId,
    subscriptionId: subscription?.id ?? null,
    sku: subscription?.sku ?? null,
    reason: answer.reason ?? null,
    text: answer.text || null,
    offerTaken: offer,
    createdAt: now(),
  });
}

/** Deletes what a user whose account is deleted has written about leaving; the reason stays counted. */
export async function forgetLeavingTexts(tx: Database, userId: string): Promise<void> {
  const own = eq(cancellationReasons.userId, userId);
  await tx.update(cancellationReasons).set({ text: null }).where(own);
}

/** How long answers are counted; then they are deleted. */
export const leavingLifeMs = 365 * dayMs;

/** Returns the answers of the last twelve months, counted, and the newest texts. */
async function presentLeaving({
  database,
  now,
}: Pick<Portal, "database" | "now">): Promise<Leaving> {
  const { id, userId, reason, text, offerTaken, createdAt } = cancellationReasons;
  const isRecent = gte(createdAt, new Date(now().getTime() - leavingLifeMs));
  const counted = await database
    .select({ reason, offerTaken, count: count() })
    .from(cancellationReasons)
    .where(isRecent)
    .groupBy(reason, offerTaken);
  const sumOf = (isIt: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(isIt).reduce((sum, row) => sum + row.count, 0);
  const written = await database
    .select({ id, userId, reason, text, createdAt })
    .from(cancellationReasons)
    .where(and(isRecent, isNotNull(text)))
    .orderBy(desc(createdAt), desc(id))
    .limit(leavingTextsShown);
  return {
    reasons: leavingReasons.map((name) => ({
      reason: name,
      count: sumOf((row) => row.offerTaken === null && row.reason === name),
    })),
    skipped: sumOf((row) => row.offerTaken === null && row.reason === null),
    offers: stayOffers.map((offer) => ({
      offer,
      count: sumOf((row) => row.offerTaken === offer),
    })),
    texts: written.map((row) => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      reason: row.reason,
      text: row.text ?? "",
      memberId: row.userId,
    })),
  };
}

/** Serves the offers to members who are about to leave, and the reasons why others have left to admins. */
export async function leavingRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, takeStayOffer, async ({ body: { offer, ...answer } }, request) => {
    const { userId } = requireUser(request);
    await portal.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      const subscription = await lockBought(tx, userId, portal.now());
      if (!subscription) throw new ApiError("no-subscription");
      // Cancelled in another tab meanwhile: that answer counts.
      if (subscription.cancelAtPeriodEnd) return;
      await recordLeaving(portal, tx, { userId, subscription, answer, offer });
    });
  });

  serve(app, getLeaving, () => presentLeaving(portal));
}
