import { randomBytes } from "node:crypto";
import { and, eq, gte, inArray, isNotNull, sql } from "#api/infra/database/drizzle.ts";
import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentEntries, contentTags } from "#api/modules/library/schema.ts";
import { removeRedirectsTo } from "#api/modules/redirects/module.ts";
import { alignColumns } from "#api/cli/channel/align-columns.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

/** Returns the name of an import: its time in UTC, and a few letters. */
export const newImportId = (now: Date): string =>
  `${now.toISOString().slice(0, 16).replaceAll(/[-:]/g, "").replace("T", "-")}-${randomBytes(2).toString("hex")}`;

const entry = contentEntries;
const key = sql<string>`${entry.kind} || '/' || ${entry.slug}`;

/** Returns a table of the imports whose entries are there: how many, and the first one. */
export async function listImports({ database }: CommandContext): Promise<string[]> {
  const rows = await database
    .select({
      importId: entry.importId,
      count: sql<number>`count(*)::int`,
      first: sql<string>`min(${key})`,
    })
    .from(entry)
    .where(isNotNull(entry.importId))
    .groupBy(entry.importId)
    .orderBy(entry.importId);
  if (rows.length === 0) return ["There are no entries of an import that can be taken back."];
  const lines = rows.map(({ importId, count, first }) => [importId ?? "", `${count}`, first]);
  return alignColumns([["IMPORT", "ENTRIES", "FIRST"], ...lines]);
}

/** Returns which entries got their present address after an import, as the audit trail has it. */
async function movedSince(
  database: Database,
  importId: string,
  keys: string[],
): Promise<Set<string>> {
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})/.exec(importId) ?? [];
  const rows = await database
    .selectDistinct({ to: sql<string>`${auditEntries.details} ->> 'to'` })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.act, "content-moved"),
        gte(auditEntries.at, new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)),
        inArray(sql`${auditEntries.details} ->> 'to'`, keys),
      ),
    );
  return new Set(rows.map(({ to }) => to));
}

/** Returns which entries a command published or withdrew since they were imported, as the audit trail has it. */
async function changedSince(database: Database, keys: string[]): Promise<string[]> {
  const rows = await database
    .selectDistinct({ changed: sql<string>`${auditEntries.details} ->> 'entry'` })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.act, ["content-published", "content-withdrawn"]),
        inArray(sql`${auditEntries.details} ->> 'entry'`, keys),
      ),
    );
  return rows.map(({ changed }) => changed).toSorted();
}

/** Removes tags that imports brought and no entry has any more. */
const removeUnusedTags = (database: Database) =>
  database
    .delete(contentTags)
    .where(
      and(
        eq(contentTags.origin, "import"),
        sql`not exists (select 1 from ${entry} where ${contentTags.id} = any(${entry.tags}))`,
      ),
    );

/** Removes what an import added, as a whole, and names what was changed since. What it overwrote, and what was moved since, stays. Rejects with a CommandError for an unknown one. */
export async function undoImport(
  { database, now }: CommandContext,
  { importId, isDryRun }: { importId: string; isDryRun: boolean },
): Promise<string[]> {
  return withContentLock(database, async (transaction) => {
    const isOfImport = eq(entry.importId, importId);
    const rows = await transaction.select({ key }).from(entry).where(isOfImport).orderBy(key);
    const keys = rows.map((row) => row.key);
    if (keys.length === 0) throw new CommandError(`The import ${importId} has no entries left.`);
    const moved = await movedSince(transaction, importId, keys);
    const removed = keys.filter((one) => !moved.has(one));
    const changed = await changedSince(transaction, removed);
    const lines = [
      ...[...moved].toSorted().map((one) => `${one}: moved here since its import: left`),
      ...changed.map((one) => `${one}: published or withdrawn since its import`),
    ];
    if (isDryRun) return [...lines, `${removed.length} would be removed. Nothing was changed.`];
    const gone = await transaction
      .delete(entry)
      .where(and(isOfImport, inArray(key, removed)))
      .returning({ kind: entry.kind, slug: entry.slug });
    await removeRedirectsTo(transaction, gone);
    // somebody works on it: from now on it is the portal's own
    await transaction.update(entry).set({ importId: null }).where(isOfImport);
    await removeUnusedTags(transaction);
    await recordAct(transaction, {
      act: "content-taken-back",
      at: now(),
      actor: commandActor,
      subjectId: null,
      details: { import: importId, removed: removed.length },
    });
    return [...lines, `${removed.length} removed.`];
  });
}
