import { randomUUID } from "node:crypto";
import { expect, inject, test, vi } from "vitest";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { invoices } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { checkOut, createBuyer, monthly } from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { collectPayment } from "./payment-pages.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { lockUser } from "#api/modules/accounts/users.ts";

const portal = await forFile(createBillingPortal({ demo: false }));

/** Resolves once a query waits for a lock; at once on the embedded database, which runs one transaction at a time. */
const somebodyWaits = async () => {
  if (!inject("databaseUrl")) return;
  const waiting = sql`(select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waiting`;
  await vi.waitFor(async () => {
    const queries = await portal.portal.database.select({ one: sql`1` }).from(waiting);
    expect(queries).toHaveLength(1);
  }, 10_000);
};

test("A payment during the deletion of its account waits for it and charges nothing", async () => {
  const { database } = portal.portal;
  const buyer = await createBuyer(portal);
  const { body: invoice } = await checkOut(portal, buyer, [monthly]);
  let payment: Promise<unknown> = Promise.resolve();
  await database.transaction(async (deletion) => {
    await lockUser(deletion, buyer.id);
    const charge = { way: "card", reference: randomUUID(), settlesAt: null, card: null } as const;
    payment = collectPayment(portal.portal, invoice.id, charge);
    payment.catch(() => {}); // awaited below
    await somebodyWaits();
    await deletion.delete(users).where(eq(users.id, buyer.id));
  });
  expect(await payment).toBe("closed");
  const [row] = await database.select().from(invoices).where(eq(invoices.id, invoice.id));
  expect(row).toMatchObject({ status: "open", userId: null });
});
