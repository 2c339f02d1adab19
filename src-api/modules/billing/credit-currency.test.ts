import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { Buyer } from "#api/testing/billing-requests.ts";
import { booksOf, callAs, createMember, membershipOf, renewDue } from "#api/testing/members.ts";
import { invoices } from "./schema.ts";
import { insertCredit } from "./credit.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

async function giveCredit({ id: userId }: Buyer, amount: number, currency: string): Promise<void> {
  const { database, now } = portal.portal;
  const [first] = await database.select().from(invoices).where(eq(invoices.userId, userId));
  await insertCredit(database, { userId, invoiceId: first!.id, amount, currency }, now());
}

test("credit pays only in its own currency, is shown as such, and stays on the account", async () => {
  const member = await createMember(portal);
  await giveCredit(member, 900, "BGN");
  await giveCredit(member, 250, "EUR");
  const foreign = [{ amount: 900, currency: "BGN" }];
  expect(await membershipOf(portal, member)).toMatchObject({
    nextCharge: { price: { amount: 650, currency: "EUR" } },
    credit: { amount: 250, currency: "EUR" },
    otherCredit: foreign,
  });
  const { body } = await callAs(portal, member, "GET", "/subscription/switch?to=yearly");
  expect(body).toMatchObject({ credit: { amount: 1150 }, dueNow: { amount: 7850 } });
  portal.advance(31 * dayMs);
  await renewDue(portal);
  expect((await booksOf(portal.portal.database, member)).collected).toEqual([650]);
  expect(await membershipOf(portal, member)).toMatchObject({ credit: null, otherCredit: foreign });
  const renewal = and(eq(invoices.userId, member.id), eq(invoices.reason, "renewal"));
  const [paid] = await portal.portal.database.select().from(invoices).where(renewal);
  expect(paid).toMatchObject({ credit: 250, total: 650, currency: "EUR" });
});
