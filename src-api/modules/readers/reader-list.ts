import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  deleteReader,
  exportReaders,
  type ListedReader,
  listReaders,
  readerPages,
  type ReaderState,
} from "#shared/api/readers.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { type Cell, csvStream } from "#api/infra/csv.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "#api/infra/database/drizzle.ts";
import { forgetBounce, isBounced } from "#api/infra/mail/bounces.ts";
import { bouncedAddresses } from "#api/infra/mail/schema.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { requirePassword, users } from "#api/modules/accounts/module.ts";
import { isMailable } from "./consents.ts";
import { readerRequests, readers } from "./schema.ts";

/** Serves the readers to admins: the list, its export, and deleting one. */
export async function readerListRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listReaders, async ({ query: { state, query, cursor, limit } }) => {
    const page = await listPage(
      database,
      { state, query },
      { cursor, limit: limit ?? readerPages.default },
    );
    const [mailable, total] = [
      await database.$count(readers, isMailable()),
      await database.$count(readers),
    ];
    return { ...page, mailable, total };
  });

  serve(app, exportReaders, async ({ body: { password, ...filter } }, request, reply) => {
    const session = requireAdmin(request);
    await throttle(portal, "member-export", request.ip, session.userId);
    const entered = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, entered);
    const at = now();
    await act((tx) =>
      recordAct(tx, {
        act: "readers-exported",
        at,
        actor: actorOf(request),
        subjectId: null,
        // Not the words, which may be somebody's address.
        details: { searched: Boolean(filter.query), state: filter.state ?? null },
      }),
    );
    const name = `readers-${businessDay(at, portal.brand.timeZone)}.csv`;
    reply.header("content-disposition", `attachment; filename="${name}"`);
    return csvStream(csvColumns, csvRows(database, filter));
  });

  serve(app, deleteReader, ({ params: { id } }, request) =>
    database.transaction(async (tx) => {
      const [gone] = await tx.delete(readers).where(eq(readers.id, id)).returning();
      if (!gone) throw new ApiError("not-found");
      await tx.delete(readerRequests).where(eq(readerRequests.email, gone.email));
      if (gone.userId === null) await forgetBounce(tx, gone.email);
      const actor = actorOf(request);
      await recordAct(tx, { act: "reader-deleted", at: now(), actor, subjectId: gone.userId });
    }),
  );
}

type Filter = { state?: ReaderState | undefined; query?: string | undefined };

const conditions: Record<ReaderState, () => SQL | undefined> = {
  all: () => undefined,
  "with-account": () => isNotNull(readers.userId),
  "without-account": () => isNull(readers.userId),
  bounced: () => isNotNull(bouncedAddresses.email),
  unsubscribed: () => isNotNull(readers.withdrawnAt),
};

const cursorSchema = z.object({ consentedAt: cursorTime, id: z.uuid() });
const cursors = createCursors(cursorSchema);

const follows = ({ consentedAt, id }: z.infer<typeof cursorSchema>) =>
  sql`(${readers.consentedAt}, ${readers.id}) < (${sql.param(consentedAt, readers.consentedAt)}::timestamptz, ${id}::uuid)`;

/** Returns a page of the readers that match, those who agreed last first. */
async function listPage(
  database: Database,
  { state = "all", query = "" }: Filter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ListedReader[]; nextCursor: string | null }> {
  const rows = await database
    .select({ reader: readers, name: users.name, bounce: bouncedAddresses })
    .from(readers)
    .leftJoin(users, eq(users.id, readers.userId))
    .leftJoin(bouncedAddresses, and(eq(bouncedAddresses.email, readers.email), isBounced()))
    .where(
      and(
        conditions[state](),
        query === "" ? undefined : sql`position(${query.toLowerCase()} in ${readers.email}) > 0`,
        cursor === undefined ? undefined : follows(cursors.parse(cursor)),
      ),
    )
    .orderBy(desc(readers.consentedAt), desc(readers.id))
    .limit(limit + 1);
  const found = rows.slice(0, limit);
  const last = rows.length > limit ? found.at(-1)?.reader : undefined;
  return {
    items: found.map(({ reader, name, bounce }) => ({
      id: reader.id,
      email: reader.email,
      memberId: reader.userId,
      name,
      source: reader.source,
      consentedAt: reader.consentedAt.toISOString(),
      withdrawnAt: reader.withdrawnAt?.toISOString() ?? null,
      bounce: bounce && { at: bounce.bouncedAt.toISOString(), reason: bounce.reason },
    })),
    nextCursor: last ? cursors.format(last) : null,
  };
}

/** Names that an import of members reads. */
const csvColumns = [
  "email",
  "name",
  "consent",
  "consent_date",
  "consent_source",
  "unsubscribed",
  "bounced",
];

const exportBatch = 1000;

async function* csvRows(database: Database, filter: Filter): AsyncGenerator<Cell[]> {
  let cursor: string | null = null;
  do {
    const place = { limit: exportBatch, ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(database, filter, place);
    for (const reader of page.items) {
      yield [
        reader.email,
        reader.name ?? "",
        reader.withdrawnAt ? "no" : "yes",
        reader.consentedAt,
        reader.source,
        reader.withdrawnAt ?? "",
        reader.bounce?.at ?? "",
      ];
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}
