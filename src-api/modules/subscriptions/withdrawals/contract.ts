import { lastWithdrawalDay, withdrawalDays } from "#shared/api/membership.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import { findLastPaid, groupReference, type Invoice } from "../../ledger/module.ts";

/** Returns whether one could withdraw from an invoice at a time. A renewal opens no right of its own. */
export const isWithdrawable = (
  { brand: { timeZone } }: Pick<Portal, "brand">,
  { reason, paidAt }: Pick<Invoice, "reason" | "paidAt">,
  declaredAt: Date,
): boolean =>
  reason !== "renewal" &&
  paidAt !== null &&
  businessDay(declaredAt, timeZone) <= lastWithdrawalDay(paidAt, timeZone);

/** Returns the first payment time of contracts from which one could still withdraw at a time. */
export const earliestContract = (
  { brand: { timeZone } }: Pick<Portal, "brand">,
  declaredAt: Date,
): Date => startOf(businessDay(declaredAt, timeZone), timeZone, -withdrawalDays);

const gap = String.raw`[\s–—-]*`;

const numberInText = new RegExp(
  String.raw`([a-z]{1,8})${gap}(\d{4})${gap}((?:\d\s*){5,11}\d)(?!\d)`,
  "i",
);

const referenceInText = new RegExp(
  String.raw`(?<![\da-z])[\da-f]{4}(?:${gap}[\da-f]{4}){3}(?![\da-z])`,
  "i",
);

/** Returns the withdrawal reference that a text contains, as it is stored; null without one. */
export function referenceIn(text: string): string | null {
  const [found] = referenceInText.exec(text) ?? [];
  return found === undefined ? null : groupReference(found.replaceAll(/[^\da-f]/gi, ""));
}

/** Returns the receipt number that a text names: "receipt rs 2026 - 000 123" names RS-2026-000123; or null. */
export function receiptNumberIn(text: string): string | null {
  const [, prefix, year, digits] = numberInText.exec(text) ?? [];
  if (prefix === undefined || year === undefined || digits === undefined) return null;
  return `${prefix.toUpperCase()}-${year}-${digits.replaceAll(/\s/g, "")}`;
}

/** Returns until when one can withdraw from the contract that pays a membership's present period; null when one cannot. */
export async function findWithdrawUntil(
  portal: Pick<Portal, "brand" | "database" | "now">,
  subscriptionId: string,
): Promise<Date | null> {
  const { timeZone } = portal.brand;
  const contract = await findLastPaid(portal.database, subscriptionId);
  if (!contract?.paidAt || !isWithdrawable(portal, contract, portal.now())) return null;
  return startOf(lastWithdrawalDay(contract.paidAt, timeZone), timeZone, 1);
}
