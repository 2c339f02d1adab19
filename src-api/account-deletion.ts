import type { FastifyInstance } from "fastify";
import { isAdmin } from "#shared/active-member.ts";
import { deleteAccount } from "#shared/api/account.ts";
import { deleteAdmin } from "#shared/api/member-acts.ts";
import { actorOf } from "./http/actor.ts";
import { serve } from "./http/serve.ts";
import { requireAdmin, requireUser } from "./http/session.ts";
import { ApiError } from "./infra/api-error.ts";
import {
  forgetActorLocations,
  memberActor,
  recordAct,
  type Actor,
} from "./infra/audit/record-act.ts";
import type { Database } from "./infra/database/connect.ts";
import { eq } from "./infra/database/drizzle.ts";
import { forgetBounce } from "./infra/mail/bounces.ts";
import type { Logger } from "./infra/services.ts";
import { throttle } from "./infra/throttle/throttle.ts";
import { enqueueNotice } from "./modules/accounts/mails.ts";
import { requirePassword } from "./modules/accounts/password.ts";
import {
  deleteUser,
  findUser,
  hasAskedForDeletion,
  isProven,
  lockUsers,
  type ProvenUser,
} from "./modules/accounts/users.ts";
import { stopCharging } from "./modules/billing/cancel.ts";
import { forgetLeavingTexts } from "./modules/billing/leaving.ts";
import { subscriptions } from "./modules/membership/schema.ts";
import type { TransactionPortal } from "./portal.ts";

/** Serves the deletion of accounts: users delete their own, of admins another admin does it at their request. */
export async function accountDeletionRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, deleteAccount, async ({ body: { password } }, request) => {
    const entered = { session: requireUser(request), ip: request.ip, password, field: "password" };
    const { user, act } = await requirePassword(portal, entered);
    const isDeleted = await act(async (tx) => {
      // As they are now: an admin with a session without an admin's rights is one as well.
      if (isAdmin(await findUser(tx, user.id))) {
        const [at, actor] = [portal.now(), actorOf(request)];
        await recordAct(tx, { act: "deletion-requested", at, actor, subjectId: user.id });
        return false;
      }
      // From where is not kept: it would be the only trace of that.
      const actor = memberActor(user.id);
      await deleteAccountOf(portal, tx, user, { actor, log: request.log });
      return true;
    });
    if (!isDeleted) throw new ApiError("another-admin-needed");
  });

  serve(app, deleteAdmin, async ({ params: { id }, body: { password } }, request) => {
    const session = requireAdmin(request);
    await throttle(portal, "member-act", request.ip, session.userId);
    const field = "password";
    const entered = { session, ip: request.ip, password, field, alsoLocked: [id] };
    const { act } = await requirePassword(portal, entered);
    await act(async (tx) => {
      const admin = (await lockUsers(tx, [id, session.userId])).get(id);
      if (!admin) throw new ApiError("not-found");
      const mayBe = id !== session.userId && isAdmin(admin) && isProven(admin);
      if (!mayBe || !(await hasAskedForDeletion(tx, id, portal.now())))
        throw new ApiError("conflict");
      await deleteAccountOf(portal, tx, admin, { actor: actorOf(request), log: request.log });
    });
  });
}

/** Who deletes an account, for the audit trail, and where failures are logged. */
type Deletion = { actor: Actor; log: Pick<Logger, "error"> };

/** Deletes an account whose user is locked, records who did it, and mails the user. Throws like `deletePersonalData`. */
export async function deleteAccountOf(
  portal: TransactionPortal,
  tx: Database,
  user: ProvenUser,
  by: Deletion,
): Promise<void> {
  const { actor } = by;
  // Before the deletion, since the entry names an admin who deletes the own account.
  const at = portal.now();
  await recordAct(tx, { act: "account-deleted", at, actor, subjectId: user.id });
  await forgetBounce(tx, user.email);
  await deletePersonalData(portal, tx, user.id, by);
  await enqueueNotice(portal, tx, "account-deleted", user);
}

/**
 * Deletes a user with everything that is not kept, so that nobody is charged after the account is gone. Throws, with
 * the account kept, `cancel-failed` when the provider might charge again, and `conflict` during a renewal.
 */
export async function deletePersonalData(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  by: Deletion,
): Promise<void> {
  // 1. The membership does not renew any more, and nothing can be paid for the user.
  await stopCharging(portal, tx, userId, by);
  // 2. The membership ends, before the user goes: in one statement, the order of checks depends on the database's foreign keys. Receipts stay, as the law asks.
  await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
  // 3. The audit trail forgets from where the user acted; why the user left stays counted, without the text.
  await forgetActorLocations(tx, userId);
  await forgetLeavingTexts(tx, userId);
  // 4. The user goes. Foreign keys decide whether the rows of other tables are deleted or kept (`ownedData`).
  await deleteUser(tx, userId);
}
