import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  auditPageSizes,
  exportAuditCsv,
  exportAuditJson,
  listAudit,
  listOwnActivity,
  type AuditEntry as PresentedEntry,
  maxAuditExport,
  type AuditPerson,
  type OwnAuditEntry,
  actNames,
  type ActName,
} from "#shared/api/audit.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { requirePassword, users } from "#api/modules/accounts/module.ts";
import { csvText, type Cell } from "#api/infra/csv.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { type AuditEntry, auditEntries } from "#api/infra/audit/schema.ts";
import { and, desc, eq, gte, inArray, lt, sql } from "#api/infra/database/drizzle.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

const csvColumns: [name: string, of: (entry: PresentedEntry) => Cell][] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["act", ({ act }) => act],
  ["via", ({ via }) => via],
  ["actor id", ({ actor }) => actor?.id ?? null],
  ["actor", ({ actor }) => actor?.name ?? null],
  ["actor address", ({ actor }) => actor?.email ?? null],
  ["subject id", ({ subject }) => subject?.id ?? null],
  ["subject", ({ subject }) => subject?.name ?? null],
  ["ip", ({ ip }) => ip],
  ["device", ({ device }) => device],
  ["details", ({ details }) => JSON.stringify(details)],
];

const auditCsv = (entries: readonly PresentedEntry[]): string =>
  csvText(
    csvColumns.map(([name]) => name),
    entries.map((entry) => csvColumns.map(([, of]) => of(entry))),
  );

/** Returns the newest entries that are wanted, at most `maxAuditExport`. */
const exportedEntries = async (database: Database, filter: AuditFilter) =>
  presentEntries(
    database,
    await findEntries(database, filter, { after: null, limit: maxAuditExport }),
  );

type Filtered = Pick<
  z.output<typeof listAudit.query>,
  "act" | "actor" | "subject" | "person" | "from" | "until"
>;

const filterOf = ({ act, actor, subject, person, from, until }: Filtered): AuditFilter => ({
  act,
  actor,
  subject,
  person,
  from: from === undefined ? undefined : new Date(from),
  until: until === undefined ? undefined : new Date(until),
});

/** Returns the page that a query asks for, and where the next one begins. */
async function readPage(
  { portal }: FastifyInstance,
  filter: AuditFilter,
  {
    cursor,
    limit = auditPageSizes.default,
  }: { cursor?: string | undefined; limit?: number | undefined },
) {
  const after = cursor === undefined ? null : parseAuditCursor(cursor);
  const found = await findEntries(portal.database, filter, { after, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? formatAuditCursor(last) : null };
}

/** Returns the users to whose entries a filter narrows the trail. */
const peopleOf = ({ actor, subject, person }: AuditFilter): string[] => [
  ...new Set([actor, subject, person].filter((id) => id !== undefined)),
];

/** Records that an admin read what a user did or what concerns one, once in a session. */
async function recordReading(request: FastifyRequest, subjectId: string): Promise<void> {
  const { database, now } = request.server.portal;
  const { id, userId } = requireUser(request);
  if (userId === subjectId) return;
  const session = hashToken(id).slice(0, 12);
  if (await hasReadOf(database, { actorId: userId, subjectId, session })) return;
  await recordAct(database, {
    act: "audit-read",
    at: now(),
    actor: actorOf(request),
    subjectId,
    details: { session },
  });
}

/** The whole trail, for admins (docs/decisions/0040-audit-trail.md). */
async function trailRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listAudit, async ({ query }, request) => {
    const filter = filterOf(query);
    const { entries, nextCursor } = await readPage(app, filter, query);
    for (const id of peopleOf(filter)) await recordReading(request, id);
    return { items: await presentEntries(portal.database, entries), nextCursor };
  });

  /** Asks for the password, records the export, and sends it as a file. */
  const exported = async (
    { password, ...wanted }: Filtered & { password: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { format, write }: { format: "csv" | "json"; write: (entries: PresentedEntry[]) => string },
  ): Promise<Buffer> => {
    const session = requireUser(request);
    const { ip } = request;
    const { act } = await requirePassword(portal, { session, ip, password, field: "password" });
    const filter = filterOf(wanted);
    const entries = await act(async (database) => {
      const found = await exportedEntries(database, filter);
      const people = peopleOf(filter);
      for (const subjectId of people.length > 0 ? people : [null]) {
        await recordAct(database, {
          act: "audit-exported",
          at: portal.now(),
          actor: actorOf(request),
          subjectId,
          details: { entries: found.length, format },
        });
      }
      return found;
    });
    reply.header("content-disposition", `attachment; filename="audit-trail.${format}"`);
    return Buffer.from(write(entries));
  };

  serve(app, exportAuditCsv, ({ body }, request, reply) =>
    exported(body, { request, reply }, { format: "csv", write: auditCsv }),
  );

  serve(app, exportAuditJson, ({ body }, request, reply) =>
    exported(body, { request, reply }, { format: "json", write: (all) => JSON.stringify(all) }),
  );
}

/** Serves the audit trail: all of it to admins, and to everybody what concerns them. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  await app.register(trailRoutes);

  serve(app, listOwnActivity, async ({ query }, request) => {
    const { userId } = requireUser(request);
    const { entries, nextCursor } = await readPage(app, { person: userId }, query);
    return { items: entries.map((entry) => presentOwn(entry, userId)), nextCursor };
  });
}

/** Presents entries: admins who acted with the name and address of that time, others with the present name. */
async function presentEntries(
  database: Database,
  entries: readonly AuditEntry[],
): Promise<PresentedEntry[]> {
  const ids = entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]);
  const names = await findNames(
    database,
    ids.filter((id) => id !== null),
  );
  const person = (id: string | null): AuditPerson | null =>
    id === null ? null : { id, name: names.get(id) ?? null, email: null };
  const actedBy = ({ actorId: id, actorName: name, actorEmail: email }: AuditEntry) =>
    id !== null && name !== null ? { id, name, email } : person(id);
  return entries.map((entry) => presentEntry(entry, actedBy(entry), person(entry.subjectId)));
}

const presentEntry = (
  { id, at, act, via, ip, userAgent, details }: AuditEntry,
  actor: AuditPerson | null,
  subject: AuditPerson | null,
): PresentedEntry => ({
  id,
  at: at.toISOString(),
  act,
  via,
  actor,
  subject,
  ip,
  device: userAgent,
  // Only distinguishes two sessions of the same admin.
  details: Object.fromEntries(Object.entries(details).filter(([name]) => name !== "session")),
});

function partyOf({ actorId, via }: AuditEntry, userId: string): OwnAuditEntry["by"] {
  if (actorId === userId) return "you";
  if (via === "provider") return "provider";
  return actorId !== null || via === "command" ? "team" : "unknown";
}

/** Returns an entry as the user whom it names sees it: nothing of anybody else, and no place but the user's own. */
export function presentOwn(entry: AuditEntry, userId: string): OwnAuditEntry {
  const by = partyOf(entry, userId);
  const { id, at, act, ip, userAgent } = entry;
  const place = by === "you" ? { ip, device: userAgent } : { ip: null, device: null };
  return { id, at: at.toISOString(), act, by, ...place };
}

/** The last entry of a page. */
const cursorSchema = z.object({ at: cursorTime, id: z.int() });
type AuditCursor = z.infer<typeof cursorSchema>;

const { format: formatAuditCursor, parse: parseAuditCursor } = createCursors(cursorSchema);

/** Which entries are wanted. */
type AuditFilter = {
  act?: ActName | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  /** Acted, or is concerned. */
  person?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

type Wanted = { after: AuditCursor | null; limit: number };

const entry = auditEntries;

/** Reads a page by one of the indexes, all of which end with time and id. */
function readEntries(
  database: Database,
  { act, actor, subject, from, until }: Omit<AuditFilter, "person">,
  { after, limit }: Wanted,
): Promise<AuditEntry[]> {
  return database
    .select()
    .from(entry)
    .where(
      and(
        // An act that the portal no longer knows has no text.
        act ? eq(entry.act, act) : sql`${entry.act} = any(${sql.param([...actNames])}::text[])`,
        actor ? eq(entry.actorId, actor) : undefined,
        subject ? eq(entry.subjectId, subject) : undefined,
        from ? gte(entry.at, from) : undefined,
        until ? lt(entry.at, until) : undefined,
        after
          ? sql`(${entry.at}, ${entry.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(desc(entry.at), desc(entry.id))
    .limit(limit);
}

/** Newest first. */
const byTime = (a: AuditEntry, b: AuditEntry) => b.at.getTime() - a.at.getTime() || b.id - a.id;

/** Returns a page of the trail, newest first. Acts of a person and about the person are read each by its index. */
export async function findEntries(
  database: Database,
  { person, actor, subject, ...filter }: AuditFilter,
  wanted: Wanted,
): Promise<AuditEntry[]> {
  if (!person) return readEntries(database, { ...filter, actor, subject }, wanted);
  const acted = await readEntries(database, { ...filter, subject, actor: person }, wanted);
  const concerned = await readEntries(database, { ...filter, actor, subject: person }, wanted);
  const found = new Map([...acted, ...concerned].map((row) => [row.id, row]));
  return [...found.values()].toSorted(byTime).slice(0, wanted.limit);
}

/** Returns the names of these users by their ids; deleted ones have none. */
async function findNames(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns whether a session of an admin has been recorded to have read what concerns a user. */
async function hasReadOf(
  database: Database,
  { actorId, subjectId, session }: { actorId: string; subjectId: string; session: string },
): Promise<boolean> {
  const found = await database
    .select({ id: entry.id })
    .from(entry)
    .where(
      and(
        eq(entry.subjectId, subjectId),
        eq(entry.actorId, actorId),
        eq(entry.act, "audit-read"),
        sql`${entry.details}->>'session' = ${session}`,
      ),
    )
    .limit(1);
  return found.length > 0;
}
