import type { Delivery } from "#shared/api/deliveries.ts";
import type { OrderStep } from "#shared/api/orders.ts";
import type { Language } from "#shared/languages.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Portal } from "#api/portal.ts";
import {
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
function applyStep(
  { delivery, isWithdrawn }: Pick<BoughtExtra, "delivery" | "isWithdrawn">,
  step: DeliveryStep,
  now: Date,
): Changed | Refusal | null {
  const { kind, state, completed, scheduledFor } = delivery;
  if (isWithdrawn) return "withdrawn";
  if (step.step === "cancel") {
    if (state === "cancelled") return null;
    return state === "done" ? "done" : { state: "cancelled", completed, scheduledFor: null };
  }
  if (kind === "file") return "file";
  if (step.step === "done") {
    if (state === "done") return null;
    if (state === "cancelled") return "cancelled";
    return scheduledFor && scheduledFor > now ? "too-early" : complete(delivery);
  }
  if (kind === "report") return "no-time";
  if (state === "done") return "done";
  if (state === "scheduled" && scheduledFor?.getTime() === step.time.getTime()) return null;
  return { state: "scheduled", completed, scheduledFor: step.time };
}

/** Returns the steps that would change a delivery now. */
export function stepsOf(
  order: Pick<BoughtExtra, "delivery" | "isWithdrawn">,
  now: Date,
): OrderStep[] {
  const steps: DeliveryStep[] = [
    { step: "schedule", time: now },
    { step: "done" },
    { step: "cancel" },
  ];
  return steps
    .filter((step) => {
      const changed = applyStep(order, step, now);
      return changed !== null && typeof changed !== "string";
    })
    .map(({ step }) => step);
}

/** unknown: there is no such order. changed-since: the order is not as the caller has seen it. */
type Outcome = "changed" | "unchanged" | "changed-since" | "unknown" | Refusal;

type WantedOrder = {
  number: string;
  sku: string;
  /** When the order changed last, as far as the caller knows. */
  seenChangedAt: Date;
};

/** Applies a step to an order. When that changed something, it is recorded, and its buyer gets a mail. */
export const changeOrder = (
  { database, jobs, now }: Pick<Portal, "database" | "jobs" | "now">,
  { number, sku, seenChangedAt }: WantedOrder,
  { step, actor }: { step: DeliveryStep; actor: Actor },
): Promise<Outcome> =>
  database.transaction(async (tx) => {
    const found = await lockOrder(tx, { number, sku });
    if (!found) return "unknown";
    const { delivery, invoice } = found;
    if (delivery.changedAt.getTime() !== seenChangedAt.getTime()) return "changed-since";
    const changed = applyStep(found, step, now());
    if (changed === null) return "unchanged";
    if (typeof changed === "string") return changed;
    await updateDelivery(tx, delivery, { ...changed, changedAt: now() });
    await enqueueDeliveryMail(jobs, tx, { before: delivery, after: changed });
    await recordAct(tx, {
      act: "order-changed",
      at: now(),
      actor,
      subjectId: invoice.userId,
      details: { receipt: number, sku, step: step.step },
    });
    return "changed";
  });
