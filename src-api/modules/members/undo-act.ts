import { ApiError } from "../../infra/api-error.ts";
import { recordAct, type Actor } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { Portal } from "../../portal.ts";
import { grantMembership, liveMembership, revokeGrant } from "../membership/module.ts";
import { setRenewal, undoExtension } from "#api/modules/billing/module.ts";
import { findAct, lockAct, markUndone } from "./act-store.ts";
import { requireMember } from "./acts.ts";
import { markNoteDeleted } from "./note-store.ts";
import { canBeUndone, undoableForMs, type Undo } from "./undo.ts";

type UndoOf<Act> = Extract<Undo, { act: Act }>;

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Puts the end of a granted membership back, or ends it. */
async function undoGrant(
  portal: Portal,
  userId: string,
  { before }: UndoOf<"grant">,
): Promise<void> {
  if (before) await grantMembership(portal, userId, dateOf(before.endsAt));
  else await revokeGrant(portal, portal.database, userId);
}

/** Undoes an act, within the transaction of the portal's database. Throws `conflict` when its outcome was changed since. */
async function revertAct(portal: Portal, userId: string, undo: Undo): Promise<void> {
  const { database, now } = portal;
  const live = await liveMembership(database, userId, now());
  if (!canBeUndone(undo, live, now())) throw new ApiError("conflict");
  switch (undo.act) {
    case "grant":
      return undoGrant(portal, userId, undo);
    case "extend": {
      const { endsAt, anchorAt } = undo.before;
      const before = { endsAt: new Date(endsAt), anchorAt: dateOf(anchorAt) };
      const extension = { before, endsAt: new Date(undo.endsAt) };
      return undoExtension(portal, database, userId, extension);
    }
    case "end":
      await setRenewal(portal, database, userId, { renews: true, actor: null });
      return;
    case "delete-note": {
      const isBack = await markNoteDeleted(database, { userId, id: undo.noteId }, null);
      if (!isBack) throw new ApiError("conflict");
    }
  }
}

/**
 * Undoes what an admin did. Any admin may; for who has undone it already it succeeds again, as the first response may have been lost.
 * Throws `not-found` for an unknown act, and `conflict` for one that was undone by another admin, is too long ago, or whose
 * outcome has been changed since.
 */
export async function undoAct(
  portal: Portal,
  id: string,
  actor: Actor & { userId: string },
): Promise<void> {
  const found = await findAct(portal.database, id);
  if (!found) throw new ApiError("not-found");
  await portal.database.transaction(async (tx: Database) => {
    await requireMember(tx, { id: found.userId, adminId: actor.userId });
    const act = await lockAct(tx, id);
    if (act?.undoneBy === actor.userId) return;
    const now = portal.now();
    const isOver = !act || now.getTime() - act.createdAt.getTime() >= undoableForMs;
    if (isOver || !act.undo) throw new ApiError("conflict");
    await revertAct({ ...portal, database: tx }, act.userId, act.undo);
    await markUndone(tx, id, actor.userId);
    const details = { undone: act.undo.act };
    await recordAct(tx, {
      act: "member-act-undone",
      at: now,
      actor,
      subjectId: act.userId,
      details,
    });
  });
}
