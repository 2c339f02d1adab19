import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBuyer } from "../../../testing/billing-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { subscriptionStatuses } from "../closed-sets.ts";
import { subscriptions } from "../schema.ts";
import { isInForce } from "./membership.ts";
import { findStanding, insertSubscription, membershipInForce } from "./subscription-store.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const now = new Date("2026-03-01T12:00:00Z");
const ends = {
  "before now": new Date(now.getTime() - 1),
  "at this moment": now,
  "after now": new Date(now.getTime() + 1),
  never: null,
};

const inForce = new Set(["active after now", "active never"]);

const cases = subscriptionStatuses.flatMap((status) =>
  Object.entries(ends).map(([when, endsAt]) => ({ status, when, endsAt })),
);

test.each(cases)(
  "A membership that is $status and ends $when: function and SQL agree",
  async ({ status, when, endsAt }) => {
    const { database } = it.portal;
    const { id: userId } = await createBuyer(it);
    const expected = inForce.has(`${status} ${when}`);
    await insertSubscription(database, {
      id: randomUUID(),
      userId,
      source: "grant",
      status,
      period: null,
      price: null,
      currency: null,
      startedAt: new Date("2026-02-01T12:00:00Z"),
      endsAt,
      cancelAtPeriodEnd: false,
      invoiceId: null,
    });
    const rows = await database
      .select({ inForce: membershipInForce(now) })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId));
    expect(isInForce({ status, endsAt }, now)).toBe(expected);
    expect(rows).toEqual([{ inForce: expected }]);
    expect(await findStanding(database, userId, now)).toEqual({
      subscriptionOwned: expected,
      subscriptionPending: status === "pending",
    });
  },
);
