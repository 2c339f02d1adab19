import { findDemoAccounts } from "#api/demo/demo-accounts.ts";
import { forgetActorLocations, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { deleteUser, lockUsers } from "#api/modules/accounts/users.ts";
import { endDemoCodes } from "#api/modules/billing/discounts.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";

/** Deletes the accounts that demo mode made, but for their receipts. No provider knows their cards. */
async function deleteAccounts(tx: Database, at: Date): Promise<string[]> {
  const accounts = await findDemoAccounts(tx);
  const ids = accounts.map(({ id }) => id);
  await lockUsers(tx, ids);
  for (const subjectId of ids) {
    await recordAct(tx, { act: "account-deleted", at, actor: commandActor, subjectId });
    await forgetActorLocations(tx, subjectId);
    await deleteUser(tx, subjectId);
  }
  return accounts.map(({ email }) => `Removed ${email}.`);
}

/** Removes what would outlive the demo mode of a database. */
export async function removeDemo({
  config,
  database,
  now,
}: Pick<Portal, "config" | "database" | "now">): Promise<string[]> {
  const lines = await database.transaction(async (tx) => {
    const removed = await deleteAccounts(tx, now());
    if (removed.length === 0) return [];
    const codes = await endDemoCodes({ config, now }, tx);
    return [...removed, ...codes.map((code) => `Ended the discount code ${code}.`)];
  });
  if (lines.length === 0) throw new CommandError("No account was created in demo mode.");
  return [
    ...lines,
    "Receipts of test cards stay in the books and keep their numbers: docs/operation.md, “From a demo to a real portal”.",
  ];
}
