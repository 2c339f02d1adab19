import { describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { startOf } from "#api/infra/written-time.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { createMember } from "#api/testing/members.ts";
import { extendMembership, previewEnd } from "./admin-acts.ts";
import { invoices } from "./schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { findBought } from "#api/modules/membership/membership.ts";
import { planSwitch } from "./switch.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

const extend = (id: string, days: number) =>
  portal.portal.database.transaction((tx) => extendMembership(portal.portal, tx, id, days));

const invoiceOf = async (userId: string) =>
  (await portal.portal.database.select().from(invoices).where(eq(invoices.userId, userId)))[0]!;

/** A member who paid 9 EUR for a month, with ten free days, of whose days half a month is over. */
async function extendedMember() {
  const { id } = await createMember(portal);
  const { periodStart, periodEnd } = await invoiceOf(id);
  await extend(id, 10);
  portal.advance(15 * dayMs);
  const days = Math.round((Number(periodEnd) - Number(periodStart)) / dayMs) + 10;
  return { id, share: (days - 15) / days };
}

describe("free days", () => {
  test("count in the unused rest that is paid back when the membership ends", async () => {
    const { id, share } = await extendedMember();
    expect(await previewEnd(portal.portal, id)).toMatchObject({
      charged: 900,
      all: 900,
      unused: Math.ceil(900 * share),
    });
  });

  test("count in the credit of a change of the period", async () => {
    const { id, share } = await extendedMember();
    const { database, now } = portal.portal;
    const subscription = (await findBought(database, id, now()))!;
    const planned = await planSwitch(database, subscription, { to: "yearly", now: now() });
    expect(planned).toMatchObject({ isNow: true, unused: Math.ceil(900 * share) });
  });
});

describe("free days of a grant that ends at midnight", () => {
  test.each([
    ["Europe/Warsaw", "2026-03-27", "2026-04-03"], // the night to 29 March has 23 hours
    ["Europe/Warsaw", "2026-10-23", "2026-10-30"],
    ["Europe/Warsaw", "2026-12-28", "2027-01-04"],
    ["America/New_York", "2026-10-28", "2026-11-04"],
  ])("end at midnight in %s: a week after %s is %s", async (timeZone, last, later) => {
    const member = await createMember(portal);
    const { database, brand } = portal.portal;
    const grant = { source: "grant" as const, endsAt: startOf(last, timeZone, 1) };
    await database.update(subscriptions).set(grant).where(eq(subscriptions.userId, member.id));
    const seller = { ...portal.portal, brand: { ...brand, timeZone }, now: () => new Date(0) };
    const extended = await database.transaction((tx) => extendMembership(seller, tx, member.id, 7));
    expect(extended.endsAt).toEqual(startOf(later, timeZone, 1));
  });
});
