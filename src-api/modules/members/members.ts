import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { randomUUID } from "node:crypto";
import {
  exportMembers,
  addMemberNote,
  changeMemberNote,
  deleteMemberNote,
} from "#shared/api/member-acts.ts";
import {
  getMember,
  listMembers,
  memberPages,
  newestFirst,
  type ListedMember,
  type MemberSort,
  type Member,
  type UndoableAct,
} from "#shared/api/members.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { findBounces } from "#api/infra/mail/bounces.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import {
  findInvitation,
  findUser,
  requirePassword,
  type User,
  hasAskedForDeletion,
  liveSessions,
} from "#api/modules/accounts/module.ts";
import { businessDay } from "#api/infra/written-time.ts";
import {
  findLabels,
  parseMemberCursor,
  type MemberFilter,
  findByNumber,
  findMembers,
  findSubscriptionsOf,
  formatMemberCursor,
  type MemberCursor,
} from "./member-store.ts";
import { type Cell, csvStream } from "#api/infra/csv.ts";
import type { Portal } from "#api/portal.ts";
import { actFor } from "./acts.ts";
import { changeNote, insertNote, markNoteDeleted, findNotes, findNoteText } from "./note-store.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { isInForce, membershipStatus, type Subscription } from "#api/modules/membership/module.ts";
import { isAdmin } from "#shared/active-member.ts";
import type { Membership } from "#shared/api/membership.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { findForeignReferences, presentMemberPayments } from "#api/modules/billing/module.ts";
import { findMessagesFrom, presentMessage } from "#api/modules/contact/module.ts";
import { type Consent, findConsents } from "#api/modules/readers/module.ts";
import { and, asc, inArray, isNull } from "#api/infra/database/drizzle.ts";
import { findUndoable } from "./act-store.ts";
import { memberNotes } from "./schema.ts";
import { canBeUndone, undoableForMs, type LiveMembership, type Undo } from "./undo.ts";

export async function noteRoutes(app: FastifyInstance): Promise<void> {
  serve(app, addMemberNote, ({ params: { id: userId }, body }, request) =>
    actFor(request, { memberId: userId, payload: body }, async ({ now }, tx) => {
      await insertNote(tx, {
        id: randomUUID(),
        userId,
        authorId: requireAdmin(request).userId,
        text: body.text,
        createdAt: now(),
        changedAt: null,
        deletedAt: null,
      });
      return { name: "member-note-added" };
    }),
  );

  serve(app, changeMemberNote, ({ params: { id: userId, noteId: id }, body }, request) =>
    actFor(request, { memberId: userId, payload: [id, body] }, async ({ now }, tx) => {
      const changes = { text: body.text, changedAt: now() };
      if (!(await changeNote(tx, { userId, id }, changes))) throw new ApiError("not-found");
      return { name: "member-note-changed" };
    }),
  );

  serve(app, deleteMemberNote, ({ params: { id: userId, noteId: id } }, request) =>
    actFor(request, { memberId: userId, payload: id }, async ({ now }, tx) => {
      if (!(await markNoteDeleted(tx, { userId, id }, now()))) throw new ApiError("not-found");
      return { name: "member-note-deleted", undo: { act: "delete-note", noteId: id } };
    }),
  );
}

const exportBatch = 1000;

/** Columns of the export of the members, in their order. */
export const csvColumns = [
  "id",
  "name",
  "address",
  "address_proven",
  "language",
  "registered",
  "membership",
  "source",
  "began",
  "ends",
  "plan",
  "period",
  "price",
  "currency",
  "paid_until",
  "cancelled",
  "complimentary",
  "note",
  "labels",
  "consent",
  "consent_date",
  "stripe_customer_id",
  "stripe_subscription_id",
];

/**
 * Returns a row of the export. Days are those that the list and the member's page show: the seller's, of a granted membership the last
 * one. `paid_until` and `consent_date` are whole times: an import of the file has the same.
 */
function rowOf({ user, listed, startedAt, subscription }: FoundMember, more: Exported): Cell[] {
  const { timeZone } = more;
  const { source, endsAt } = listed;
  const end = endsAt && Date.parse(endsAt) - (source === "grant" ? 1 : 0);
  return [
    listed.id,
    listed.name,
    listed.email,
    listed.isProven ? "yes" : "no",
    user.language,
    businessDay(user.createdAt, timeZone),
    listed.status,
    source ?? "",
    startedAt ? businessDay(startedAt, timeZone) : "",
    end ? businessDay(new Date(end), timeZone) : "",
    ...importedCells(user.id, subscription, more),
  ];
}

/** What else is exported of the members of a page. */
type Exported = Awaited<ReturnType<typeof findExported>>;

async function findExported(
  { database, brand }: Pick<Portal, "brand" | "database">,
  ids: string[],
) {
  const notes = await database
    .select({ userId: memberNotes.userId, text: memberNotes.text })
    .from(memberNotes)
    .where(and(inArray(memberNotes.userId, ids), isNull(memberNotes.deletedAt)))
    .orderBy(asc(memberNotes.createdAt));
  return {
    timeZone: brand.timeZone,
    labels: await findLabels(database, ids),
    notes: Map.groupBy(notes, ({ userId }) => userId),
    consents: await findConsents(database, ids),
    atProvider: await findForeignReferences(database, ids),
  };
}

/** Cells that an import reads; those of a membership only while one is in force. */
function importedCells(
  userId: string,
  subscription: Subscription | undefined,
  { labels, notes, consents, atProvider }: Exported,
): Cell[] {
  const consent = consents.get(userId);
  const { customer = "", subscription: reference = "" } = atProvider.get(userId) ?? {};
  const { sku, period, price, currency, endsAt, cancelAtPeriodEnd, source } = subscription ?? {};
  const isBought = source === "purchase";
  return [
    sku ?? "",
    period ?? "",
    price && currency ? { amount: price, currency } : "",
    currency ?? "",
    endsAt?.toISOString() ?? "",
    isBought ? yesOrNo(cancelAtPeriodEnd ?? false) : "",
    subscription ? yesOrNo(!isBought) : "",
    (notes.get(userId) ?? []).map(({ text }) => text).join("\n\n"),
    (labels.get(userId) ?? []).join(", "),
    consent ? yesOrNo(consent.withdrawnAt === null) : "",
    consent?.consentedAt.toISOString() ?? "",
    customer,
    reference,
  ];
}

const yesOrNo = (is: boolean) => (is ? "yes" : "no");

/** Returns the members that match as rows of the export, read in batches. */
export async function* csvRows(
  { brand, database, now }: Pick<Portal, "brand" | "database" | "now">,
  filter: MemberFilter,
) {
  let cursor: string | null = null;
  do {
    const place = {
      now: now(),
      timeZone: brand.timeZone,
      limit: exportBatch,
      ...(cursor && { cursor: parseMemberCursor(cursor) }),
    };
    const page = await listFound(database, filter, place);
    const ids = page.found.map(({ user }) => user.id);
    const exported = await findExported({ brand, database }, ids);
    for (const member of page.found) yield rowOf(member, exported);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Returns the members that match as CSV, read and sent in batches. */
const membersAsCsv = (
  portal: Pick<Portal, "brand" | "database" | "now">,
  filter: MemberFilter,
): Readable => csvStream(csvColumns, csvRows(portal, filter));

/** Serves the members to admins: the search, one of them, and the export. */
export async function memberRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listMembers, async ({ query: { query = "", status, sort, cursor, limit } }) => {
    const { found, nextCursor } = await listFound(
      portal.database,
      { query, status },
      {
        now: portal.now(),
        timeZone: portal.brand.timeZone,
        sort,
        cursor: cursor === undefined ? undefined : parseMemberCursor(cursor),
        limit: limit ?? memberPages.default,
      },
    );
    return { items: found.map(({ listed }) => listed), nextCursor };
  });

  serve(app, getMember, async ({ params: { id } }) => {
    const user = await findUser(portal.database, id);
    if (!user) throw new ApiError("not-found");
    return presentMember(portal, user);
  });

  const confirmed = (request: FastifyRequest, password: string) => {
    const session = requireAdmin(request);
    return requirePassword(portal, { session, ip: request.ip, password, field: "password" });
  };

  serve(app, exportMembers, async ({ body }, request, reply) => {
    const { query = "", status, password } = body;
    await throttle(portal, "member-export", request.ip, requireAdmin(request).userId);
    const { act } = await confirmed(request, password);
    const at = portal.now();
    await act((tx) =>
      recordAct(tx, {
        act: "members-exported",
        at,
        actor: actorOf(request),
        subjectId: null,
        // Not the words: they may be the name or address of somebody.
        details: { searched: query !== "", status: status ?? null },
      }),
    );
    const name = `members-${businessDay(at, portal.brand.timeZone)}.csv`;
    reply.header("content-disposition", `attachment; filename="${name}"`);
    return membersAsCsv(portal, { query, status });
  });
}

/** Numbers of receipts and credit notes look like "RS-2026-000123" and "RS-C-2026-000123". */
const looksLikeNumber = (query: string) => /^\w+-(c-)?\d{4}-\d+$/i.test(query);

const presentPerson = ({ id, name, email, unprovenEmail }: User) => ({
  id,
  name,
  email: email ?? unprovenEmail ?? "",
  isProven: email !== null,
});

/** A member of a list, with what exports add. */
type FoundMember = {
  user: User;
  listed: ListedMember;
  startedAt: Date | null;
  /** The membership in force. */
  subscription: Subscription | undefined;
};

async function withSubscriptions(
  database: Database,
  found: User[],
  now: Date,
): Promise<FoundMember[]> {
  const subscriptions = await findSubscriptionsOf(
    database,
    found.map(({ id }) => id),
  );
  return found.map((user) => {
    const subscription = subscriptions.get(user.id);
    const isBegun = subscription && subscription.status !== "pending";
    return {
      user,
      startedAt: isBegun ? subscription.startedAt : null,
      subscription: subscription && isInForce(subscription, now) ? subscription : undefined,
      listed: {
        ...presentPerson(user),
        registeredAt: user.createdAt.toISOString(),
        status: subscription ? membershipStatus(subscription, now) : "none",
        source: subscription?.source ?? null,
        endsAt: (isBegun && subscription.endsAt?.toISOString()) || null,
        ...(isBegun && subscription.onTrial && { onTrial: true }),
      },
    };
  });
}

type PageRequest = {
  now: Date;
  /** The seller's, in which the present month began. */
  timeZone: string;
  sort?: MemberSort | undefined;
  cursor?: MemberCursor | undefined;
  limit: number;
};

/** Returns a page of the members that match, newest first unless `sort` says otherwise. A number of a receipt finds its buyer, whatever the state. */
export async function listFound(
  database: Database,
  filter: MemberFilter,
  { now, timeZone, sort = newestFirst, cursor, limit }: PageRequest,
): Promise<{ found: FoundMember[]; nextCursor: string | null }> {
  if (looksLikeNumber(filter.query)) {
    const buyer = await findByNumber(database, filter.query.toUpperCase());
    return {
      found: await withSubscriptions(database, buyer ? [buyer] : [], now),
      nextCursor: null,
    };
  }
  const rows = await findMembers(database, filter, {
    now,
    timeZone,
    sort,
    cursor,
    limit: limit + 1,
  });
  const found = await withSubscriptions(database, rows.slice(0, limit), now);
  const last = rows.length > limit ? found.at(-1)?.user : undefined;
  return { found, nextCursor: last ? formatMemberCursor(last) : null };
}

/** Returns the fields of the membership in force on which undoing an act depends; undefined without one. */
function liveMembershipOf({ source, status, endsAt }: Membership): LiveMembership | undefined {
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

/** Returns the acts of the last day for a member that can still be undone, newest first. */
async function listUndoable(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
  membership: Membership,
): Promise<UndoableAct[]> {
  const acts = await findUndoable(database, userId, new Date(now().getTime() - undoableForMs));
  const live = liveMembershipOf(membership);
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

const presentConsent = (found: Consent | undefined): Member["consent"] =>
  found
    ? {
        source: found.source,
        at: found.consentedAt.toISOString(),
        withdrawnAt: found.withdrawnAt?.toISOString() ?? null,
      }
    : null;

/** Returns a member as admins see them: no secrets, no page on which somebody could pay in their name. */
async function presentMember(portal: Portal, user: User): Promise<Member> {
  const { database } = portal;
  const { id, email, createdAt } = user;
  const sessions = await liveSessions(database, id, portal.now());
  const notes = await findNotes(database, id);
  const payments = await presentMemberPayments(portal, id);
  const messages = email === null ? [] : await findMessagesFrom(database, email);
  const bounce = email === null ? null : (await findBounces(database, [email])).get(email);
  return {
    ...presentPerson(user),
    registeredAt: createdAt.toISOString(),
    isAdmin: isAdmin(user),
    hasAskedForDeletion: isAdmin(user) && (await hasAskedForDeletion(database, id, portal.now())),
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
    labels: (await findLabels(database, [id])).get(id) ?? [],
    consent: presentConsent((await findConsents(database, [id])).get(id)),
    bounce: bounce ? { at: bounce.bouncedAt.toISOString(), reason: bounce.reason } : null,
    undoable: await listUndoable(portal, id, payments.membership),
    invitation: await findInvitation(database, id, portal.now()),
  };
}
