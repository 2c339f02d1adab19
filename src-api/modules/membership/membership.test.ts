import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createBuyer } from "#api/testing/billing-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { subscriptions, subscriptionStatuses } from "./schema.ts";
import { findMembershipState, isInForce, membershipInForce } from "./membership.ts";

const portal = await forFile(createTestPortal());

const now = new Date("2026-03-20T12:00:00Z");

const ends = {
  "before its renewal could be paid": new Date("2026-03-06T12:00:00Z"),
  "while its renewal can be paid": new Date("2026-03-06T12:00:00.001Z"),
  "at this moment": now,
  "after now": new Date(now.getTime() + 1),
  never: null,
};

type End = keyof typeof ends;

const ways = {
  granted: { source: "grant", cancelAtPeriodEnd: false },
  bought: { source: "purchase", cancelAtPeriodEnd: false },
  "bought and cancelled": { source: "purchase", cancelAtPeriodEnd: true },
} as const;

/** What can still be in force, by how it came about. */
const lasting: Record<keyof typeof ways, readonly End[]> = {
  granted: ["after now", "never"],
  bought: ["while its renewal can be paid", "at this moment", "after now", "never"],
  "bought and cancelled": ["after now", "never"],
};

const entries = <Of extends object>(of: Of) => Object.entries(of) as [keyof Of, Of[keyof Of]][]; // Object.entries loses the keys

const cases = subscriptionStatuses.flatMap((status) =>
  entries(ways).flatMap(([way, chosen]) =>
    entries(ends).map(([when, endsAt]) => ({
      row: { status, endsAt, ...chosen },
      title: `${status}, ${way} and ends ${when}`,
      expected: (status === "active" || status === "past_due") && lasting[way].includes(when),
    })),
  ),
);

test.each(cases)(
  "A membership that is $title: function and SQL agree",
  async ({ row, expected }) => {
    const { database } = portal.portal;
    const { id: userId } = await createBuyer(portal);
    const startedAt = new Date("2026-02-01T12:00:00Z");
    await database.insert(subscriptions).values({ id: randomUUID(), userId, startedAt, ...row });
    const rows = await database
      .select({ inForce: membershipInForce(now) })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId));
    expect(isInForce(row, now)).toBe(expected);
    expect(rows).toEqual([{ inForce: expected }]);
    expect(await findMembershipState(database, userId, now)).toEqual({
      subscriptionOwned: expected,
      subscriptionPending: row.status === "pending",
    });
  },
);
