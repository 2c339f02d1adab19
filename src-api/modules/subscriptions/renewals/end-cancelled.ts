import { enqueueMembershipMail } from "../../membership/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { endIfCancelled } from "./due-store.ts";

/** Marks a cancelled subscription as ended once its period is over, and tells its member. */
export const endCancelled = (portal: PaymentPortal, id: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    if (!(await endIfCancelled(tx, id, portal.now()))) return;
    const mail = { kind: "membership-ended", subscriptionId: id, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });
