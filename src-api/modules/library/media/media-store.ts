import { sql } from "drizzle-orm";
import { whileOthersWait } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentEntries } from "../schema.ts";

/**
 * Calls `remove` with those of some stored files that no entry names, while no process writes entries. Returns
 * their number.
 */
export const removeUnreferenced = (
  database: Database,
  names: string[],
  remove: (unused: string[]) => Promise<void>,
): Promise<number> =>
  whileOthersWait(database, async (transaction) => {
    const rows = await transaction
      .select({ name: sql<string>`stored.value` })
      .from(contentEntries)
      .innerJoin(
        sql`lateral jsonb_each_text(${contentEntries.details} -> 'stored') as stored`,
        sql`stored.value = any(${sql.param(names)}::text[])`,
      );
    const used = new Set(rows.map(({ name }) => name));
    const unused = names.filter((name) => !used.has(name));
    await remove(unused);
    return unused.length;
  });
