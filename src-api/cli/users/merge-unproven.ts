import {
  eq,
  getTableColumns,
  getTableName,
  inArray,
  type PgColumn,
  type PgTable,
} from "#api/infra/database/drizzle.ts";
import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { modules } from "#api/modules.ts";
import { users } from "#api/modules/accounts/module.ts";
import { type Accounts, lockUsers } from "#api/modules/accounts/users.ts";
import { liveMembership } from "#api/modules/membership/module.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";

/** Moves the rows whose `column` is one of the users `from` to the user `to`; returns their number. */
async function moveRows(
  tx: Database,
  column: PgColumn,
  { from, to }: { from: string[]; to: string },
): Promise<number> {
  const table: PgTable = column.table;
  const field = Object.entries(getTableColumns(table)).find(([, own]) => own === column)?.[0] ?? "";
  const moved = await tx
    .update(table)
    .set({ [field]: to })
    .where(inArray(column, from))
    .returning({ userId: column });
  return moved.length;
}

/** Moves the rows that stay when accounts are merged; returns the number of rows by table. */
async function moveOwned(
  tx: Database,
  accounts: { from: string[]; to: string },
): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const { ownedData } of modules) await ownedData?.mergeData?.(tx, accounts);
  for (const { column, onMerge } of modules.flatMap(({ ownedData }) => ownedData?.columns ?? [])) {
    if (onMerge === "move") {
      moved[getTableName(column.table)] = await moveRows(tx, column, accounts);
    }
  }
  return moved;
}

/** Locks an account and the accounts that never proved the address. Returns the ids of the latter. */
async function lockAccounts(tx: Database, provenId: string, email: string) {
  const isUnproven = eq(users.unprovenEmail, email);
  const waiting = await tx.select({ id: users.id }).from(users).where(isUnproven);
  const locked = await lockUsers(tx, [provenId, ...waiting.map(({ id }) => id)]);
  const unproven = [...locked.values()].filter(({ unprovenEmail }) => unprovenEmail === email);
  return { proven: locked.get(provenId), unproven: unproven.map(({ id }) => id) };
}

/**
 * Merges the accounts that never proved an address into the account that did
 * (docs/decisions/0001-prove-the-address-first.md): moves the data that the modules declare, such
 * as purchases and memberships, and deletes the rest. Returns the number of merged accounts and
 * moved purchases. Throws a CommandError and changes nothing if there is no such account or more
 * than one of the accounts has an active membership.
 */
export const mergeUnproven = (
  { database, now }: Accounts,
  provenId: string,
  email: string,
): Promise<{ accounts: number; purchases: number }> =>
  database.transaction(async (tx) => {
    const { proven, unproven } = await lockAccounts(tx, provenId, email);
    if (proven?.email !== email) {
      throw new CommandError(`The address of ${email} has just changed.`);
    }
    if (unproven.length === 0)
      throw new CommandError(`There is no other account to merge into ${email}.`);
    let live = 0;
    for (const id of [provenId, ...unproven]) {
      if (await liveMembership(tx, id, now())) live += 1;
    }
    if (live > 1) {
      const advice = "End all but one of them first; nothing was changed.";
      throw new CommandError(`${live} accounts of ${email} have a live membership. ${advice}`);
    }
    const moved = await moveOwned(tx, { from: unproven, to: provenId });
    await tx.delete(users).where(inArray(users.id, unproven));
    const merged = { accounts: unproven.length, purchases: moved["invoices"] ?? 0 };
    await recordAct(tx, {
      act: "accounts-merged",
      at: now(),
      actor: commandActor,
      subjectId: provenId,
      details: merged,
    });
    return merged;
  });
