import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { findSoldFiles } from "#api/modules/billing/module.ts";
import { contentEntries, studioDrafts, studioRevisions } from "#api/modules/library/schema.ts";

/** Returns which of some stored files working copies, or published versions, name. */
async function namedIn(
  transaction: Database,
  { files }: typeof studioDrafts | typeof studioRevisions,
  names: string[],
): Promise<string[]> {
  const rows = await transaction
    .select({ name: sql<string>`stored.value` })
    .from(files.table)
    .innerJoin(
      sql`lateral jsonb_each_text(${files}) as stored`,
      sql`stored.value = any(${sql.param(names)}::text[])`,
    );
  return rows.map(({ name }) => name);
}

/** Calls `remove` with those of some stored files that nothing names, while no process writes entries. Returns their number. */
export const removeUnreferenced = (
  database: Database,
  names: string[],
  remove: (unused: string[]) => Promise<void>,
): Promise<number> =>
  withContentLock(database, async (transaction) => {
    const rows = await transaction
      .select({ name: sql<string>`stored.value` })
      .from(contentEntries)
      .innerJoin(
        sql`lateral jsonb_each_text(${contentEntries.details} -> 'stored') as stored`,
        sql`stored.value = any(${sql.param(names)}::text[])`,
      );
    const used = new Set([
      ...rows.map(({ name }) => name),
      ...(await namedIn(transaction, studioDrafts, names)),
      ...(await namedIn(transaction, studioRevisions, names)),
      ...(await findSoldFiles(transaction, names)),
    ]);
    const unused = names.filter((name) => !used.has(name));
    await remove(unused);
    return unused.length;
  });
