import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { randomUUID } from "node:crypto";
import {
  exportMembers,
  addMemberNote,
  changeMemberNote,
  deleteMemberNote,
} from "#shared/api/member-acts.ts";
import { getMember, listMembers, memberPages } from "#shared/api/members.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { findUser, requirePassword } from "#api/modules/accounts/module.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { listFound, type FoundMember } from "./list-members.ts";
import { parseMemberCursor, type MemberFilter } from "./member-store.ts";
import { presentMember } from "./present-member.ts";
import { csvStream } from "#api/infra/csv.ts";
import type { Portal } from "#api/portal.ts";
import { actFor } from "./act-routes.ts";
import { changeNote, insertNote, markNoteDeleted } from "./note-store.ts";

export async function noteRoutes(app: FastifyInstance): Promise<void> {
  serve(app, addMemberNote, ({ params: { id: userId }, body }, request) =>
    actFor(request, { memberId: userId, payload: body }, async ({ database, now }) => {
      await insertNote(database, {
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
    actFor(request, { memberId: userId, payload: [id, body] }, async ({ database, now }) => {
      const changes = { text: body.text, changedAt: now() };
      if (!(await changeNote(database, { userId, id }, changes))) throw new ApiError("not-found");
      return { name: "member-note-changed" };
    }),
  );

  serve(app, deleteMemberNote, ({ params: { id: userId, noteId: id } }, request) =>
    actFor(request, { memberId: userId, payload: id }, async ({ database, now }) => {
      if (!(await markNoteDeleted(database, { userId, id }, now())))
        throw new ApiError("not-found");
      return { name: "member-note-deleted", undo: { act: "delete-note", noteId: id } };
    }),
  );
}

const exportBatch = 1000;

const csvColumns = [
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
];

/** Days are those that the list and the member's page show: the seller's, of a granted membership the last one. */
function rowOf({ user, listed, startedAt }: FoundMember, timeZone: string): string[] {
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
  ];
}

async function* rows(
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
    for (const member of page.found) yield rowOf(member, brand.timeZone);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Returns the members that match as CSV, read and sent in batches. */
const membersAsCsv = (
  portal: Pick<Portal, "brand" | "database" | "now">,
  filter: MemberFilter,
): Readable => csvStream(csvColumns, rows(portal, filter));

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
