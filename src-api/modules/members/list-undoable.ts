import type { Membership } from "#shared/api/membership.ts";
import type { UndoableAct } from "#shared/api/members.ts";
import type { Portal } from "../../portal.ts";
import { findUndoable } from "./act-store.ts";
import { findNoteText } from "./note-store.ts";
import { canBeUndone, undoableFor, type Standing, type Undo } from "./undo.ts";

/** Returns what undoing an act depends on of the membership that is in force; undefined without one. */
function standingOf({ source, status, endsAt }: Membership): Standing | undefined {
  const isLive = status === "active" || status === "ending" || status === "past-due";
  if (!source || !isLive) return undefined;
  return {
    source,
    endsAt: endsAt === null ? null : new Date(endsAt),
    cancelAtPeriodEnd: status === "ending",
  };
}

const endOf = (undo: Undo): string | null =>
  undo.act === "grant" || undo.act === "extend" ? undo.endsAt : null;

/** Returns what was done for a member within the last day and can still be undone, newest first. */
export async function listUndoable(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
  membership: Membership,
): Promise<UndoableAct[]> {
  const acts = await findUndoable(database, userId, new Date(now().getTime() - undoableFor));
  const live = standingOf(membership);
  const undoable = acts.filter(({ undo }) => canBeUndone(undo, live, now()));
  return Promise.all(
    undoable.map(async ({ id, undo, by, createdAt }) => ({
      id,
      act: undo.act,
      by,
      at: createdAt.toISOString(),
      until: new Date(createdAt.getTime() + undoableFor).toISOString(),
      endsAt: endOf(undo),
      note: undo.act === "delete-note" ? await findNoteText(database, undo.noteId) : null,
    })),
  );
}
