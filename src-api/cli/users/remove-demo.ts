import { findDemoAccounts } from "../../demo/demo-accounts.ts";
import { forgetWhereabouts } from "../../infra/audit/audit-store.ts";
import { commandActor, recordAct } from "../../infra/audit/record-act.ts";
import { deleteUser, lockUser } from "../../modules/accounts/user-store.ts";
import type { Accounts } from "../../modules/accounts/users.ts";
import { CommandError } from "../channel/command-channel.ts";

/**
 * Deletes the demo accounts that the demo password opens. Their invoices are kept; nobody is charged for them, since only the
 * sandbox knows their cards.
 */
export async function removeDemo({ database, now }: Accounts): Promise<string[]> {
  const removed = await database.transaction(async (tx) => {
    const accounts = await findDemoAccounts(tx);
    for (const { id } of accounts) {
      await lockUser(tx, id);
      await recordAct(tx, {
        act: "account-deleted",
        at: now(),
        actor: commandActor,
        subjectId: id,
        details: {},
      });
      await forgetWhereabouts(tx, id);
      await deleteUser(tx, id);
    }
    return accounts;
  });
  if (removed.length === 0) throw new CommandError("The demo password opens no account.");
  return removed.map(({ email }) => `Removed ${email}.`);
}
