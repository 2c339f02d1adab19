import { expect } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { desc, eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { membershipLine, paidFor } from "#api/modules/billing/prices.ts";
import { runsUntil } from "#api/modules/billing/invoices.ts";
import { findBalance } from "#api/modules/billing/credit.ts";
import { creditNotes, type Invoice, invoices } from "#api/modules/billing/schema.ts";
import { endNow, previewEnd } from "#api/modules/billing/admin-acts.ts";
import { payBack } from "#api/modules/billing/refund.ts";
import { grantMembership, revokeGrant } from "#api/modules/membership/module.ts";
import { findBought } from "#api/modules/membership/membership.ts";
import type { Portal } from "#api/portal.ts";
import type { Act, Life } from "./lives.ts";
import { pick } from "./random.ts";

/*
 * What admins do in random lives, and what members must get back of what they have not used.
 */

const actor = { userId: null, via: "portal", ip: null, userAgent: null } as const;

/** Returns what notes have paid back of an invoice's membership. */
async function paidBackOf(database: Database, { id, lines }: Invoice): Promise<number> {
  const sku = membershipLine(lines)?.sku;
  const notes = await database.select().from(creditNotes).where(eq(creditNotes.invoiceId, id));
  const parts = notes.filter(({ status }) => status !== "failed").flatMap((note) => note.lines);
  return parts.reduce((sum, part) => sum + (part.sku === sku ? part.amount : 0), 0);
}

/** Returns what a member must get back of the days that are not used, to the cent: by a reckoning of its own. */
export async function unusedOf(
  { database, now }: Pick<Portal, "database" | "now">,
  subscriptionId: string,
): Promise<number> {
  const own = await database
    .select()
    .from(invoices)
    .where(eq(invoices.subscriptionId, subscriptionId))
    .orderBy(desc(invoices.periodStart));
  const present = own.find(({ status, periodStart }) => status === "paid" && periodStart !== null);
  const line = present && membershipLine(present.lines);
  const until = present && runsUntil(present);
  if (!line || !until || !present.periodStart) return 0;
  const value = paidFor(line) - (await paidBackOf(database, present));
  const days = Math.round((until.getTime() - present.periodStart.getTime()) / dayMs);
  const remainingDays = Math.min(days, Math.ceil((until.getTime() - now().getTime()) / dayMs));
  return remainingDays <= 0 ? 0 : Math.ceil((value * remainingDays) / days);
}

/** Returns all credit of a member, in the currency of a subscription. */
const creditOf = ({ database }: Portal, { id }: Life, currency: string | null) =>
  findBalance(database, id, currency ?? "");

/** Ends a membership now, paying back the days that are left, everything, or nothing. */
export const end: Act = async (portal, life) => {
  const bought = await findBought(portal.database, life.id, portal.now());
  const ending = await previewEnd(portal, life.id);
  const how = pick(life.random, ["unused", "all", "nothing"] as const);
  const amount = ending && how !== "nothing" ? ending[how] : 0;
  const unused = bought ? await unusedOf(portal, bought.id) : 0;
  const before = await creditOf(portal, life, bought?.currency ?? null);
  const note = await portal.database.transaction((tx) =>
    endNow(portal, tx, life.id, { amount, note: "?", actor }),
  );
  const credited = (await creditOf(portal, life, bought?.currency ?? null)) - before;
  if (how === "unused") expect(amount + credited).toBe(unused);
  if (how === "all") expect(amount + credited).toBeGreaterThanOrEqual(unused);
  if (bought) life.revoked.add(bought.id);
  // Also granted time before what was bought begins.
  life.grantedUntil = 0;
  if (note) await payBack(portal, note).catch(() => undefined); // the refund job repeats it
};

/** Gives a free membership for some days, or without an end. */
export const grant: Act = async (portal, life) => {
  const days = pick(life.random, [1, 10, 40, null]);
  const until = days === null ? null : new Date(portal.now().getTime() + days * dayMs);
  if (await portal.database.transaction((tx) => grantMembership(portal, tx, life.id, until))) {
    life.grantedUntil = until?.getTime() ?? Number.POSITIVE_INFINITY;
  }
};

export const revoke: Act = async (portal, life) => {
  const isRevoked = await portal.database.transaction((tx) => revokeGrant(portal, tx, life.id));
  if (isRevoked) life.grantedUntil = 0;
};
