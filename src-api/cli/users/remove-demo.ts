import { findDemoAccounts } from "#api/demo/demo-accounts.ts";
import { forgetActorLocations, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { deleteUser, lockUsers } from "#api/modules/accounts/users.ts";
import { endCode, readCatalogueFile } from "#api/modules/billing/module.ts";
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

/** Ends the discount codes of the demo, which everybody can read in its catalogue. */
async function endCodes(tx: Database, at: Date, { brandDir }: Portal["config"]): Promise<string[]> {
  const lines: string[] = [];
  for (const { code } of (await readCatalogueFile(brandDir)).demoDiscountCodes) {
    if (!(await endCode(tx, code, at))) continue;
    const details = { code };
    await recordAct(tx, {
      act: "discount-ended",
      at,
      actor: commandActor,
      subjectId: null,
      details,
    });
    lines.push(`Ended the discount code ${code}.`);
  }
  return lines;
}

/** Removes what would outlive the demo mode of a database. */
export async function removeDemo({
  config,
  database,
  now,
}: Pick<Portal, "config" | "database" | "now">): Promise<string[]> {
  const lines = await database.transaction(async (tx) => {
    const removed = await deleteAccounts(tx, now());
    return removed.length === 0 ? [] : [...removed, ...(await endCodes(tx, now(), config))];
  });
  if (lines.length === 0) throw new CommandError("No account was created in demo mode.");
  return [
    ...lines,
    "Receipts of test cards stay in the books and keep their numbers: docs/operation.md, “From a demo to a real portal”.",
  ];
}
