import type { Member, UndoableAct } from "#shared/api/members.ts";
import { isAdmin } from "#shared/active-member.ts";
import type { Membership } from "#shared/api/membership.ts";
import { deviceName } from "../../infra/device-name.ts";
import type { Portal } from "../../portal.ts";
import { hasAskedForDeletion, liveSessions, type User } from "../accounts/module.ts";
import { presentMemberPayments } from "#api/modules/billing/module.ts";
import { findMessagesFrom, presentMessage } from "../contact/module.ts";
import { presentPerson } from "./list-members.ts";
import { findNotes, findNoteText } from "./note-store.ts";
import { findUndoable } from "./act-store.ts";
import { canBeUndone, undoableForMs, type Standing, type Undo } from "./undo.ts";

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
async function listUndoable(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
  membership: Membership,
): Promise<UndoableAct[]> {
  const acts = await findUndoable(database, userId, new Date(now().getTime() - undoableForMs));
  const live = standingOf(membership);
  const undoable = acts.filter(({ undo }) => canBeUndone(undo, live, now()));
  return Promise.all(
    undoable.map(async ({ id, undo, by, createdAt }) => ({
      id,
      act: undo.act,
      by,
      at: createdAt.toISOString(),
      until: new Date(createdAt.getTime() + undoableForMs).toISOString(),
      endsAt: endOf(undo),
      note: undo.act === "delete-note" ? await findNoteText(database, undo.noteId) : null,
    })),
  );
}

/** Returns a member as admins see them: no secrets, no page on which somebody could pay in their name. */
export async function presentMember(portal: Portal, user: User): Promise<Member> {
  const { database } = portal;
  const { id, email, createdAt } = user;
  const sessions = await liveSessions(portal, id);
  const notes = await findNotes(database, id);
  const payments = await presentMemberPayments(portal, id);
  const messages = email === null ? [] : await findMessagesFrom(database, email);
  return {
    ...presentPerson(user),
    registeredAt: createdAt.toISOString(),
    isAdmin: isAdmin(user),
    hasAskedForDeletion: isAdmin(user) && (await hasAskedForDeletion(portal, id)),
    ...payments,
    sessions: sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
    })),
    notes: notes.map((note) => ({
      id: note.id,
      text: note.text,
      author: note.author,
      createdAt: note.createdAt.toISOString(),
      changedAt: note.changedAt?.toISOString() ?? null,
    })),
    messages: messages.map(presentMessage),
    undoable: await listUndoable(portal, id, payments.membership),
  };
}
