import { withdrawalPeriod } from "#shared/api/membership.ts";
import type { Portal } from "#api/portal.ts";
import { findLastPaid } from "../../ledger/module.ts";
import { isWithdrawable } from "./contract.ts";

/** Returns until when one can withdraw from the contract that pays a membership's present period; null when one cannot. */
export async function findWithdrawUntil(
  { database, now }: Pick<Portal, "database" | "now">,
  subscriptionId: string,
): Promise<Date | null> {
  const contract = await findLastPaid(database, subscriptionId);
  if (!contract?.paidAt || !isWithdrawable(contract, now())) return null;
  return new Date(contract.paidAt.getTime() + withdrawalPeriod);
}
