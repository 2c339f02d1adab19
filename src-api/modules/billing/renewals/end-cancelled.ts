import { enqueueMembershipMail } from "../mails/membership-mail.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { endIfCancelled } from "../subscriptions/subscription-store.ts";

/** Marks a cancelled subscription as ended once its period is over, and tells its member. */
export const endCancelled = (portal: PaymentPortal, id: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    if (!(await endIfCancelled(tx, id, portal.now()))) return;
    const mail = { kind: "membership-ended", subscriptionId: id, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });
