import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  endMember,
  endMemberSessions,
  extendMember,
  grantMember,
  refundMember,
  resendMail,
  takeOverMember,
  undoMemberAct,
  type MemberAct,
  type endSchema,
  type refundSchema,
  type resendSchema,
} from "#shared/api/member-acts.ts";
import { actorOf } from "#api/http/actor.ts";
import { idempotencyKey } from "#api/http/idempotency-key.ts";
import { requireAdmin, type Session } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import type { Portal, TransactionPortal } from "#api/portal.ts";
import {
  requirePassword,
  type User,
  lockUsers,
  endSessionsOf,
  enqueueResetLink,
  liveSessions,
  performOnce,
} from "#api/modules/accounts/module.ts";
import { randomUUID } from "node:crypto";
import { ApiError } from "#api/infra/api-error.ts";
import type { ActName } from "#shared/api/audit.ts";
import {
  beginTakeOver,
  type CreditNote,
  findCreditNote,
  payBack,
  endNow,
  extendMembership,
  refundMemberInvoice,
  resendReceipt,
  setRenewal,
  undoExtension,
} from "#api/modules/billing/module.ts";
import { findAct, lockAct, markUndone } from "./act-store.ts";
import { memberActs, type MemberActRow } from "./schema.ts";
import { undoableForMs, type Undo, canBeUndone } from "./undo.ts";
import type * as z from "zod/mini";
import { startOf } from "#api/infra/written-time.ts";
import { grantMembership, liveMembership, revokeGrant } from "#api/modules/membership/module.ts";
import { markNoteDeleted } from "./note-store.ts";

type Work = (portal: TransactionPortal, tx: Database, member: User, actor: Actor) => Promise<Done>;

/** Runs what an admin does for a member in one transaction, with the member locked: `password` is asked for what is dangerous. */
export async function actFor(
  request: FastifyRequest,
  act: { memberId: string; payload: unknown; password?: string },
  work: Work,
) {
  const { portal } = request.server;
  const session = requireAdmin(request);
  const { memberId, password } = act;
  await throttle(portal, "member-act", request.ip, session.userId);
  const actRequest: ActRequest = {
    actor: { ...actorOf(request), userId: session.userId },
    memberId,
    key: idempotencyKey(request),
    payload: [request.routeOptions.url, act.payload],
  };
  const perform = (tx: Database) =>
    performActOnce(tx, actRequest, portal.now(), (member, actor) =>
      work(portal, tx, member, actor),
    );
  const performed = await (password === undefined
    ? portal.database.transaction(perform)
    : (
        await requirePassword(portal, {
          session,
          ip: request.ip,
          password,
          field: "password",
          alsoLocked: [memberId],
        })
      ).act(perform));
  await sendRefund(portal, performed);
  return presentAct(portal, performed.row);
}

export async function actRoutes(app: FastifyInstance): Promise<void> {
  serve(app, grantMember, ({ params: { id }, body: { until, password } }, request) =>
    actFor(
      request,
      { memberId: id, payload: { until }, ...(password !== undefined && { password }) },
      (portal, tx, member) =>
        grant(portal, tx, member, { until, isConfirmed: password !== undefined }),
    ),
  );

  serve(app, extendMember, ({ params: { id }, body }, request) =>
    actFor(request, { memberId: id, payload: body }, (portal, tx, member) =>
      extend(portal, tx, member, body.days),
    ),
  );

  serve(app, takeOverMember, ({ params: { id } }, request) =>
    actFor(request, { memberId: id, payload: null }, async (portal, tx, member) => {
      await beginTakeOver(portal, tx, member.id);
      return { name: "subscription-taken-over" };
    }),
  );

  serve(app, endMember, ({ params: { id }, body: { password, ...end } }, request) =>
    actFor(request, { memberId: id, payload: end, password }, (portal, tx, member, actor) =>
      endMembership(portal, tx, member, end, actor),
    ),
  );

  serve(app, refundMember, ({ params: { id }, body: { password, ...refundRequest } }, request) =>
    actFor(
      request,
      { memberId: id, payload: refundRequest, password },
      (portal, tx, member, actor) => refund(portal, tx, member, refundRequest, actor),
    ),
  );

  serve(app, resendMail, ({ params: { id }, body }, request) =>
    actFor(request, { memberId: id, payload: body }, (portal, tx, member) =>
      resend(portal, tx, member, body, request.ip),
    ),
  );

  serve(app, endMemberSessions, ({ params: { id }, body: { password } }, request) =>
    actFor(request, { memberId: id, payload: null, password }, ({ now }, tx, member) =>
      endSessions(tx, member, now(), requireAdmin(request)),
    ),
  );

  serve(app, undoMemberAct, async ({ params: { id } }, request) => {
    const { userId } = requireAdmin(request);
    await throttle(app.portal, "member-act", request.ip, userId);
    await undoAct(app.portal, id, { ...actorOf(request), userId });
  });
}

/** An admin's request, which may arrive several times with the same key. */
type ActRequest = {
  actor: Actor & { userId: string };
  memberId: string;
  key: string;
  /** Endpoint and body, without the password. */
  payload: unknown;
};

/** What an act did: the entry of the audit trail, what undoing it needs, and the refund that it began. */
type Done = {
  /** Null where what was called has recorded it. */
  name: ActName | null;
  details?: Record<string, string | number | boolean | null>;
  undo?: Undo;
  creditNote?: CreditNote | null;
};

type Performed = { row: MemberActRow; isRepeated: boolean };

/**
 * Returns the member, who is locked with the admin until the transaction ends. Throws `not-found`, and `unauthorized` for an admin whose
 * account is gone.
 */
async function requireMember(
  tx: Database,
  { id, adminId }: { id: string; adminId: string },
): Promise<User> {
  const locked = await lockUsers(tx, [id, adminId]);
  if (!locked.has(adminId)) throw new ApiError("unauthorized");
  const member = locked.get(id);
  if (!member) throw new ApiError("not-found");
  return member;
}

/** Does something for a member once for each key, and records it. Throws `idempotency-key-reused`. */
async function performActOnce(
  tx: Database,
  { actor, memberId, key, payload }: ActRequest,
  now: Date,
  work: (member: User, actor: Actor) => Promise<Done>,
): Promise<Performed> {
  const { userId } = actor;
  const member = await requireMember(tx, { id: memberId, adminId: userId });
  const request = { userId, key, content: [memberId, payload], now };
  const { id, isRepeated } = await performOnce(tx, request, async () => {
    const { name, details, undo = null, creditNote } = await work(member, actor);
    const row: MemberActRow = {
      id: randomUUID(),
      actorId: userId,
      userId: memberId,
      creditNoteId: creditNote?.id ?? null,
      undo,
      undoneBy: null,
      createdAt: now,
    };
    await tx.insert(memberActs).values(row);
    const act = { at: now, actor, subjectId: memberId, ...(details && { details }) };
    if (name) await recordAct(tx, { act: name, ...act });
    return row.id;
  });
  const row = await findAct(tx, id);
  if (!row) throw new ApiError("conflict");
  return { row, isRepeated };
}

/** Sends the money of the refund that an act began. One that the provider does not answer is repeated by its own job. */
async function sendRefund(portal: Portal, { row, isRepeated }: Performed): Promise<void> {
  if (isRepeated || !row.creditNoteId) return;
  const creditNote = await findCreditNote(portal.database, row.creditNoteId);
  if (creditNote) await payBack(portal, creditNote).catch(() => undefined);
}

/** Returns an act as the admin sees it, with what has become of its refund. */
async function presentAct(
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

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Gives a free membership, or changes its end. Throws `already-subscribed`, and `validation`. */
async function grant(
  portal: TransactionPortal,
  tx: Database,
  { id }: User,
  { until, isConfirmed }: { until: string | null; isConfirmed: boolean },
): Promise<Done> {
  const endsAt = until === null ? null : startOf(until, portal.brand.timeZone, 1);
  if (endsAt && endsAt <= portal.now()) {
    throw new ApiError("validation", { fields: { until: "forms:over" } });
  }
  const live = await liveMembership(tx, id, portal.now());
  const endsEarlier = live && endsAt && (live.endsAt === null || endsAt < live.endsAt);
  if (endsEarlier && live.source === "grant" && !isConfirmed) {
    throw new ApiError("validation", { fields: { password: "forms:required" } });
  }
  if (!(await grantMembership(portal, tx, id, endsAt))) throw new ApiError("already-subscribed");
  const before = live ? { endsAt: timeOf(live.endsAt) } : null;
  return {
    name: "membership-granted",
    details: { until: timeOf(endsAt) },
    undo: { act: "grant", before, endsAt: timeOf(endsAt) },
  };
}

/** Adds days to the present period. */
async function extend(
  portal: TransactionPortal,
  tx: Database,
  { id }: User,
  days: number,
): Promise<Done> {
  const { before, endsAt } = await extendMembership(portal, tx, id, days);
  const end = endsAt.toISOString();
  return {
    name: "membership-extended",
    details: { days, until: end },
    undo: {
      act: "extend",
      before: { endsAt: before.endsAt.toISOString(), anchorAt: timeOf(before.anchorAt) },
      endsAt: end,
    },
  };
}

type End = Omit<z.infer<typeof endSchema>, "password">;

/** Cancels at the end of the period, which can be undone, or ends now and pays back what the admin chose. */
async function endMembership(
  portal: TransactionPortal,
  tx: Database,
  { id }: User,
  { when, refund: amount }: End,
  actor: Actor,
): Promise<Done> {
  const details = { when, refund: when === "now" ? amount : 0 };
  if (when === "period-end") {
    const { cancelAtPeriodEnd } = (await liveMembership(tx, id, portal.now())) ?? {};
    if (cancelAtPeriodEnd) throw new ApiError("conflict");
    const { status } = await setRenewal(portal, tx, id, { renews: false, actor: null });
    return {
      name: "membership-ended",
      details,
      ...(status !== "ended" && { undo: { act: "end" } }),
    };
  }
  const note = "Membership ended by an admin";
  const creditNote = await endNow(portal, tx, id, { amount, note, actor });
  return { name: "membership-ended", details, creditNote };
}

/** Pays back an invoice or a part of it. Throws `conflict` when that much cannot be paid back. */
async function refund(
  portal: TransactionPortal,
  tx: Database,
  member: User,
  { invoiceId, sku, amount, reason }: Omit<z.infer<typeof refundSchema>, "password">,
  actor: Actor,
): Promise<Done> {
  const request = { invoiceId, sku, amount, note: reason, actor };
  return { name: null, creditNote: await refundMemberInvoice(portal, tx, member.id, request) };
}

/** Mails a receipt, or a link for a new password, to the member. Throws `too-many-requests`. */
async function resend(
  portal: TransactionPortal,
  tx: Database,
  member: User,
  mail: z.infer<typeof resendSchema>,
  ip: string,
): Promise<Done> {
  const address = member.email ?? member.unprovenEmail ?? "";
  const throttleMails = () => throttleRecipient({ database: tx, now: portal.now }, address, ip);
  if (mail.kind === "reset-link") {
    await throttleMails();
    await enqueueResetLink(portal, tx, address);
    return { name: "mail-resent", details: { kind: mail.kind } };
  }
  const receipt = await resendReceipt(portal, tx, member.id, mail.invoiceId);
  await throttleMails();
  return { name: "mail-resent", details: { kind: mail.kind, receipt } };
}

/** Logs a member out everywhere; admins who do that to themselves keep the session they act in. */
async function endSessions(tx: Database, { id }: User, now: Date, own: Session): Promise<Done> {
  const current = id === own.userId ? own.id : undefined;
  const ended = (await liveSessions(tx, id, now)).filter((session) => session.id !== current);
  await endSessionsOf(tx, id, current);
  return { name: "sessions-ended", details: { count: ended.length } };
}

type UndoOf<Act> = Extract<Undo, { act: Act }>;

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Puts the end of a granted membership back, or ends it. */
async function undoGrant(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  { before }: UndoOf<"grant">,
): Promise<void> {
  if (before) await grantMembership(portal, tx, userId, dateOf(before.endsAt));
  else await revokeGrant(portal, tx, userId);
}

/** Undoes an act. Throws `conflict` when its outcome was changed since. */
async function revertAct(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  undo: Undo,
): Promise<void> {
  const now = portal.now();
  const live = await liveMembership(tx, userId, now);
  if (!canBeUndone(undo, live, now)) throw new ApiError("conflict");
  switch (undo.act) {
    case "grant":
      return undoGrant(portal, tx, userId, undo);
    case "extend": {
      const { endsAt, anchorAt } = undo.before;
      const before = { endsAt: new Date(endsAt), anchorAt: dateOf(anchorAt) };
      const extension = { before, endsAt: new Date(undo.endsAt) };
      return undoExtension(portal, tx, userId, extension);
    }
    case "end":
      await setRenewal(portal, tx, userId, { renews: true, actor: null });
      return;
    case "delete-note": {
      const isBack = await markNoteDeleted(tx, { userId, id: undo.noteId }, null);
      if (!isBack) throw new ApiError("conflict");
    }
  }
}

/**
 * Undoes what an admin did. Any admin may; for who has undone it already it succeeds again, as the first response may have been lost.
 * Throws `not-found` for an unknown act, and `conflict` for one that was undone by another admin, is too long ago, or whose
 * outcome has been changed since.
 */
async function undoAct(
  portal: Portal,
  id: string,
  actor: Actor & { userId: string },
): Promise<void> {
  const found = await findAct(portal.database, id);
  if (!found) throw new ApiError("not-found");
  await portal.database.transaction(async (tx) => {
    await requireMember(tx, { id: found.userId, adminId: actor.userId });
    const act = await lockAct(tx, id);
    if (act?.undoneBy === actor.userId) return;
    const now = portal.now();
    const isOver = !act || now.getTime() - act.createdAt.getTime() >= undoableForMs;
    if (isOver || !act.undo) throw new ApiError("conflict");
    await revertAct(portal, tx, act.userId, act.undo);
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
