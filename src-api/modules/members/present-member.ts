import type { Member, MemberInvoice, UndoableAct } from "#shared/api/members.ts";
import { isAdmin } from "#shared/active-member.ts";
import type { Membership } from "#shared/api/membership.ts";
import { deviceName } from "#api/infra/device-name.ts";
import type { Portal } from "#api/portal.ts";
import { hasAskedForDeletion, liveSessions, type User } from "#api/modules/accounts/module.ts";
import {
  findCorrections,
  findInvoices,
  findRefundable,
  lineName,
  presentMembership,
  presentPurchase,
  previewEnd,
  remainingOf,
} from "#api/modules/billing/module.ts";
import { findMessagesFrom, presentMessage } from "#api/modules/contact/module.ts";
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

async function invoicesOf(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
  present: string | undefined,
): Promise<MemberInvoice[]> {
  const rows = await findInvoices(database, userId);
  const corrections = await findCorrections(database, rows);
  return Promise.all(
    rows.map(async (row) => {
      const { currency } = row;
      const paid = await findRefundable(database, row);
      const paysPresent = row.id === present;
      return {
        purchase: presentPurchase(row, { now: now(), paymentUrl: null, ...corrections(row) }),
        refundable: { amount: remainingOf(paid), currency },
        refundableLines: paid
          .filter(({ refundable }) => refundable > 0)
          .map(({ sku, kind, refundable }) => ({
            sku,
            name: lineName(row, sku),
            refundable: { amount: refundable, currency },
            paysPresent: paysPresent && kind === "membership",
          })),
        paysPresent,
      };
    }),
  );
}

/** Returns a member as admins see them: no secrets, no page on which somebody could pay in their name. */
export async function presentMember(portal: Portal, user: User): Promise<Member> {
  const { database } = portal;
  const { id, email, createdAt } = user;
  const ending = await previewEnd(portal, id);
  const sessions = await liveSessions(portal, id);
  const notes = await findNotes(database, id);
  const membership = await presentMembership(portal, id);
  const messages = email === null ? [] : await findMessagesFrom(database, email);
  return {
    ...presentPerson(user),
    registeredAt: createdAt.toISOString(),
    isAdmin: isAdmin(user),
    hasAskedForDeletion: isAdmin(user) && (await hasAskedForDeletion(portal, id)),
    membership,
    ending: ending && {
      charged: { amount: ending.charged, currency: ending.currency },
      all: { amount: ending.all, currency: ending.currency },
      unused: { amount: ending.unused, currency: ending.currency },
      credit: { amount: ending.credit, currency: ending.currency },
    },
    invoices: await invoicesOf(portal, id, ending?.invoiceId),
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
    undoable: await listUndoable(portal, id, membership),
  };
}
