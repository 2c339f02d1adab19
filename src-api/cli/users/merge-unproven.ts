import { asc, eq, inArray } from "drizzle-orm";
import { purchases, subscriptions } from "../../modules/billing/schema.ts";
import { users } from "../../modules/accounts/schema.ts";
import { liveMembership } from "../../modules/billing/subscriptions/grants.ts";
import { lockUser, type Accounts } from "../../modules/accounts/users.ts";
import { CommandError } from "../channel/command-error.ts";

/**
 * Moves purchases and memberships of the accounts that never proved an address to the account that did,
 * and deletes them (docs/decisions/0001-prove-the-address-first.md). Returns how many accounts and
 * purchases these were. Throws a CommandError, with nothing changed, when there is no such account or
 * more than one of all of them has a live membership.
 */
export const mergeUnproven = (
  { database, now }: Accounts,
  provenId: string,
  email: string,
): Promise<{ accounts: number; purchases: number }> =>
  database.transaction(async (transaction) => {
    const proven = await lockUser(transaction, provenId);
    if (proven?.email !== email)
      throw new CommandError(`The address of ${email} has just changed.`);
    const unproven = await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.unprovenEmail, email))
      .orderBy(asc(users.id))
      .for("update");
    if (unproven.length === 0) throw new CommandError(`No other account waits for ${email}.`);
    let live = 0;
    for (const { id } of [proven, ...unproven]) {
      if (await liveMembership({ database: transaction, now }, id)) live += 1;
    }
    if (live > 1) {
      const advice = "End all but one of them first; nothing was changed.";
      throw new CommandError(`${live} accounts of ${email} have a live membership. ${advice}`);
    }
    const ids = unproven.map(({ id }) => id);
    const to = { userId: provenId };
    const moved = await transaction
      .update(purchases)
      .set(to)
      .where(inArray(purchases.userId, ids))
      .returning({ id: purchases.id });
    await transaction.update(subscriptions).set(to).where(inArray(subscriptions.userId, ids));
    await transaction.delete(users).where(inArray(users.id, ids));
    return { accounts: ids.length, purchases: moved.length };
  });
