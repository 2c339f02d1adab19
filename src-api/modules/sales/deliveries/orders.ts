import type { Portal } from "#api/portal.ts";
import { takeStep, type DeliveryStep, type Refusal } from "./delivery.ts";
import { enqueueDeliveryMail } from "./delivery-mail.ts";
import { findOrderSkus, lockOrder, updateDelivery } from "../../ledger/module.ts";

/** unknown: there is no such order; `skus` lists what the purchase with this number contains. */
type Outcome =
  | { outcome: "changed"; buyerId: string | null }
  | { outcome: "unchanged" | Refusal }
  | { outcome: "unknown"; skus: string[] };

/** Takes a step with an order, and mails its buyer when that changed something. */
export const changeOrder = (
  { database, jobs, now }: Pick<Portal, "database" | "jobs" | "now">,
  order: { number: string; sku: string },
  asked: DeliveryStep,
): Promise<Outcome> =>
  database.transaction(async (tx) => {
    const found = await lockOrder(tx, order);
    if (!found) return { outcome: "unknown", skus: await findOrderSkus(tx, order.number) };
    const changed = takeStep(found, asked, now());
    if (changed === null) return { outcome: "unchanged" };
    if (typeof changed === "string") return { outcome: changed };
    await updateDelivery(tx, found.delivery, { ...changed, changedAt: now() });
    await enqueueDeliveryMail(jobs, tx, { before: found.delivery, after: changed });
    return { outcome: "changed", buyerId: found.invoice.userId };
  });
