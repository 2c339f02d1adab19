import * as z from "zod/mini";
import { actNames, type ActName } from "#shared/api/audit.ts";
import { and, desc, eq, gte, inArray, lt, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries, type AuditEntry } from "#api/infra/audit/schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/module.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last entry of a page. */
const cursorSchema = z.object({ at: cursorTime, id: z.int() });
type AuditCursor = z.infer<typeof cursorSchema>;

export const { format: formatAuditCursor, parse: parseAuditCursor } = createCursors(cursorSchema);

/** Which entries are wanted. */
export type AuditFilter = {
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
function readPage(
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
  if (!person) return readPage(database, { ...filter, actor, subject }, wanted);
  const acted = await readPage(database, { ...filter, subject, actor: person }, wanted);
  const concerned = await readPage(database, { ...filter, actor, subject: person }, wanted);
  const found = new Map([...acted, ...concerned].map((row) => [row.id, row]));
  return [...found.values()].toSorted(byTime).slice(0, wanted.limit);
}

/** Returns the names of these users by their ids; deleted ones have none. */
export async function findNames(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns whether a session of an admin has been recorded to have read what concerns a user. */
export async function hasReadOf(
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
