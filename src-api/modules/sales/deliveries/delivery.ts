import type { Delivery } from "#shared/api/deliveries.ts";
import type { Language } from "#shared/languages.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import type { Portal } from "#api/portal.ts";
import {
  findOrderSkus,
  lockOrder,
  updateDelivery,
  type BoughtExtra,
  type DeliveryRow,
} from "../../ledger/module.ts";
import { enqueueDeliveryMail } from "./delivery-mail.ts";

/** Returns the address of a bought file, before it is signed. */
export const filePath = (invoiceId: string, sku: string, name: string): string =>
  `/api/purchases/${invoiceId}/files/${sku}/${name}`;

/** Returns a bought extra as its buyer sees it, in the caller's language. */
export const presentDelivery = (
  { delivery, product, isWithdrawn }: BoughtExtra,
  language: Language,
): Delivery => ({
  purchaseId: delivery.invoiceId,
  sku: delivery.sku,
  kind: delivery.kind,
  state: isWithdrawn ? "withdrawn" : delivery.state,
  quantity: delivery.quantity,
  completed: delivery.completed,
  scheduledFor: delivery.scheduledFor?.toISOString() ?? null,
  changedAt: delivery.changedAt.toISOString(),
  text: localised(product.delivery, language),
});

type Changed = Pick<DeliveryRow, "state" | "completed" | "scheduledFor">;

/** What the owner of the portal does with an order. */
export type DeliveryStep = { step: "schedule"; time: Date } | { step: "done" } | { step: "cancel" };

/** Why a step is not possible: the state or the time forbids it, or this kind of extra has no such step. */
type Refusal = "withdrawn" | "done" | "cancelled" | "file" | "no-time" | "too-early";

/** Appointments and reports are done one by one; all places of an order at once. */
const doneAtOnce = ({ kind, quantity }: DeliveryRow) =>
  kind === "place" ? quantity : Math.min(1, quantity);

function complete(row: DeliveryRow): Changed {
  const completed = Math.min(row.quantity, row.completed + doneAtOnce(row));
  return completed === row.quantity
    ? { state: "done", completed, scheduledFor: row.scheduledFor }
    : { state: "requested", completed, scheduledFor: null };
}

/**
 * Returns what a step makes of a delivery; null when nothing changes. A cancelled one can be scheduled
 * again. A file is delivered at once: it can only be withdrawn from its buyer. What has a time is not done
 * before it.
 */
function takeStep(
  { delivery, isWithdrawn }: Pick<BoughtExtra, "delivery" | "isWithdrawn">,
  asked: DeliveryStep,
  now: Date,
): Changed | Refusal | null {
  const { kind, state, completed, scheduledFor } = delivery;
  if (isWithdrawn) return "withdrawn";
  if (asked.step === "cancel") {
    if (state === "cancelled") return null;
    return state === "done" ? "done" : { state: "cancelled", completed, scheduledFor: null };
  }
  if (kind === "file") return "file";
  if (asked.step === "done") {
    if (state === "done") return null;
    if (state === "cancelled") return "cancelled";
    return scheduledFor && scheduledFor > now ? "too-early" : complete(delivery);
  }
  if (kind === "report") return "no-time";
  if (state === "done") return "done";
  if (state === "scheduled" && scheduledFor?.getTime() === asked.time.getTime()) return null;
  return { state: "scheduled", completed, scheduledFor: asked.time };
}

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
