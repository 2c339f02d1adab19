import { randomUUID } from "node:crypto";
import type { Database } from "#api/infra/database/connect.ts";
import type { Enqueuing, Portal } from "#api/portal.ts";
import {
  endGrant,
  enqueueMembershipMail,
  insertSubscription,
  liveMembership,
  unplanned,
  updateSubscription,
} from "./membership.ts";

type Granting = Pick<Portal, "database" | "now">;

/** Grants a free membership until `until`, or changes its end. Returns false when the user pays for a membership. */
export const grantMembership = (
  { database, now }: Granting,
  userId: string,
  until: Date | null,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const live = await liveMembership(tx, userId, now());
    if (live?.source === "purchase") return false;
    if (live) {
      await updateSubscription(tx, live.id, { endsAt: until });
      return true;
    }
    return insertSubscription(tx, {
      ...unplanned,
      id: randomUUID(),
      userId,
      source: "grant",
      status: "active",
      sku: null,
      period: null,
      price: null,
      currency: null,
      startedAt: now(),
      anchorAt: null,
      endsAt: until,
    });
  });

/** Ends a granted membership now, and mails that where there are jobs. Returns false when none is in force. */
export async function revokeGrant(
  { now, jobs }: Pick<Portal, "now"> & Partial<Enqueuing>,
  tx: Database,
  userId: string,
): Promise<boolean> {
  const subscriptionId = await endGrant(tx, userId, now());
  if (subscriptionId === null) return false;
  const mail = { kind: "membership-ended", subscriptionId, invoiceId: null } as const;
  if (jobs) await enqueueMembershipMail({ jobs }, tx, mail);
  return true;
}
