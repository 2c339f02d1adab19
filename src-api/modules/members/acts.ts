import { randomUUID } from "node:crypto";
import type { MemberAct } from "#shared/api/member-acts.ts";
import { requestHashOf, requireSameRequest } from "#api/http/idempotency-key.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { ActName } from "#shared/api/audit.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { lockUsers, type User } from "#api/modules/accounts/module.ts";
import { type CreditNote, findCreditNote, payBack } from "#api/modules/billing/module.ts";
import { findActByKey, insertAct } from "./act-store.ts";
import type { MemberActRow } from "./schema.ts";
import { undoableForMs, type Undo } from "./undo.ts";

/** An admin's request, which may arrive several times with the same key. */
export type ActRequest = {
  actor: Actor & { userId: string };
  memberId: string;
  key: string;
  /** Endpoint and body, without the password. */
  payload: unknown;
};

/** What an act did: the entry of the audit trail, what undoing it needs, and the refund that it began. */
export type Done = {
  /** Null where what was called has recorded it. */
  name: ActName | null;
  details?: Record<string, string | number | boolean | null>;
  undo?: Undo;
  creditNote?: CreditNote | null;
};

type Performed = { row: MemberActRow; isRepeated: boolean };

/** Returns the member, who is locked with the admin until the transaction ends. Throws `not-found`. */
export async function requireMember(
  tx: Database,
  { id, adminId }: { id: string; adminId: string },
): Promise<User> {
  const member = (await lockUsers(tx, [id, adminId])).get(id);
  if (!member) throw new ApiError("not-found");
  return member;
}

/** Does something for a member once for each key, and records it. Throws `idempotency-key-reused`. */
export async function performOnce(
  tx: Database,
  { actor, memberId, key, payload }: ActRequest,
  now: Date,
  work: (member: User, actor: Actor) => Promise<Done>,
): Promise<Performed> {
  const member = await requireMember(tx, { id: memberId, adminId: actor.userId });
  const requestHash = requestHashOf([memberId, payload]);
  const earlier = await findActByKey(tx, { actorId: actor.userId, key });
  if (earlier) {
    requireSameRequest(earlier, requestHash);
    return { row: earlier, isRepeated: true };
  }
  const { name, details, undo = null, creditNote } = await work(member, actor);
  const row: MemberActRow = {
    id: randomUUID(),
    actorId: actor.userId,
    userId: memberId,
    key,
    requestHash,
    creditNoteId: creditNote?.id ?? null,
    undo,
    undoneBy: null,
    createdAt: now,
  };
  // Another request for another member took the key meanwhile.
  if (!(await insertAct(tx, row))) throw new ApiError("idempotency-key-reused");
  const act = { at: now, actor, subjectId: memberId, ...(details && { details }) };
  if (name) await recordAct(tx, { act: name, ...act });
  return { row, isRepeated: false };
}

/** Sends the money of the refund that an act began. One that the provider does not answer is repeated by its own job. */
export async function sendRefund(portal: Portal, { row, isRepeated }: Performed): Promise<void> {
  if (isRepeated || !row.creditNoteId) return;
  const creditNote = await findCreditNote(portal.database, row.creditNoteId);
  if (creditNote) await payBack(portal, creditNote).catch(() => undefined);
}

/** Returns an act as the admin sees it, with what has become of its refund. */
export async function presentAct(
  { database }: Pick<Portal, "database">,
  { id, undo, creditNoteId, createdAt }: MemberActRow,
): Promise<MemberAct> {
  const note = creditNoteId ? await findCreditNote(database, creditNoteId) : undefined;
  return {
    id,
    undoableUntil: undo && new Date(createdAt.getTime() + undoableForMs).toISOString(),
    refund: note
      ? {
          number: note.number,
          amount: { amount: note.amount, currency: note.currency },
          status: note.status,
        }
      : null,
  };
}
