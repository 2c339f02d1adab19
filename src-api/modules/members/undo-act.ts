import { ApiError } from "../../infra/api-error.ts";
import { recordAct, type Actor } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { Portal } from "../../portal.ts";
import {
  grantMembership,
  liveMembership,
  revokeGrant,
  setRenewal,
  undoExtension,
} from "../billing/module.ts";
import { findAct, lockAct, markUndone } from "./act-store.ts";
import { requireMember } from "./acts.ts";
import { markNoteDeleted } from "./note-store.ts";
import { undoableFor, type Undo } from "./undo.ts";

type UndoOf<Act> = Extract<Undo, { act: Act }>;

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Puts the end of a granted membership back, or ends it. Throws `conflict` when it was changed since. */
async function undoGrant(
  portal: Portal,
  userId: string,
  { before, endsAt }: UndoOf<"grant">,
): Promise<void> {
  const { database, now } = portal;
  const live = await liveMembership(database, userId, now());
  const isUnchanged =
    live?.source === "grant" && live.endsAt?.getTime() === dateOf(endsAt)?.getTime();
  if (!isUnchanged) throw new ApiError("conflict");
  if (!before) {
    await revokeGrant(portal, userId);
    return;
  }
  const end = dateOf(before.endsAt);
  if (end && end <= now()) throw new ApiError("conflict");
  await grantMembership(portal, userId, end);
}

/** Resumes a membership that was cancelled. Throws `conflict` when it is over, or goes on by now. */
async function undoEnd(portal: Portal, userId: string): Promise<void> {
  const live = await liveMembership(portal.database, userId, portal.now());
  if (live?.source !== "purchase" || !live.cancelAtPeriodEnd) throw new ApiError("conflict");
  await setRenewal(portal, userId, true);
}

/** Undoes an act, within the transaction of the portal's database. */
async function takeBack(portal: Portal, userId: string, undo: Undo): Promise<void> {
  const { database } = portal;
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
      return undoEnd(portal, userId);
    case "delete-note": {
      const isBack = await markNoteDeleted(database, { userId, id: undo.noteId }, null);
      if (!isBack) throw new ApiError("conflict");
    }
  }
}

/**
 * Undoes what an admin did. Any admin may. Throws `not-found` for an unknown act, and `conflict` for one that was undone, is too
 * long ago, or whose outcome has been changed since.
 */
export async function undoAct(portal: Portal, id: string, actor: Actor): Promise<void> {
  const found = await findAct(portal.database, id);
  if (!found) throw new ApiError("not-found");
  await portal.database.transaction(async (tx: Database) => {
    await requireMember(tx, found.userId);
    const act = await lockAct(tx, id);
    const now = portal.now();
    const isOver = !act || now.getTime() - act.createdAt.getTime() >= undoableFor;
    if (isOver || !act.undo) throw new ApiError("conflict");
    await takeBack({ ...portal, database: tx }, act.userId, act.undo);
    await markUndone(tx, id);
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
