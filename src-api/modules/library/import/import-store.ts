import type { ContentKind } from "#shared/content-kinds.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  isOneOf,
  writeEntries,
  type EntryKey,
  type NewEntry,
} from "#api/modules/library/entries/write-store.ts";
import { contentEntries, contentTags } from "#api/modules/library/schema.ts";

/** Most entries of a batch: a statement has at most 65,535 parameters. */
export const maxBatch = 100;

export type CheckedEntry = {
  kind: ContentKind;
  slug: string;
  sourceHash: string;
  tags: Record<string, Localised>;
  value: NewEntry;
};

/** What became of an entry: new, in place of another, or left since its slug is another source's. */
export type Outcome =
  | { result: "written" | "replaced" | "unchanged" }
  | { result: "taken"; by: Origin };

export const isWritten = ({ result }: Outcome): boolean =>
  result === "written" || result === "replaced";

const entry = contentEntries;
const keyOf = ({ kind, slug }: EntryKey) => `${kind}/${slug}`;

async function compare(
  database: Database,
  entries: CheckedEntry[],
  replace: boolean,
): Promise<Outcome[]> {
  const rows = await database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      origin: entry.origin,
      sourceHash: entry.sourceHash,
    })
    .from(entry)
    .where(isOneOf(entry, entries));
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  return entries.map((wanted): Outcome => {
    const row = stored.get(keyOf(wanted));
    if (!row) return { result: "written" };
    if (row.origin === "import" && row.sourceHash === wanted.sourceHash) {
      return { result: "unchanged" };
    }
    return replace ? { result: "replaced" } : { result: "taken", by: row.origin };
  });
}

/** Adds the tags that are not there yet; those that are keep their names. */
async function addTags(transaction: Database, entries: CheckedEntry[]): Promise<void> {
  const names = new Map(entries.flatMap(({ tags }) => Object.entries(tags)).toReversed());
  const tags = [...names].map(([id, name]) => ({ id, name, origin: "import" as const }));
  if (tags.length > 0) await transaction.insert(contentTags).values(tags).onConflictDoNothing();
}

/** Writes whole entries, at most `maxBatch`: not those that are unchanged, and taken slugs with `replace` only. */
export async function saveImported(
  database: Database,
  entries: CheckedEntry[],
  {
    replace,
    isRehearsal,
    importId,
    now,
  }: { replace: boolean; isRehearsal: boolean; importId?: string; now: Date },
): Promise<Outcome[]> {
  if (entries.length === 0) return [];
  if (isRehearsal) return compare(database, entries, replace);
  return withContentLock(database, async (transaction) => {
    const outcomes = await compare(transaction, entries, replace);
    const changed = entries.filter((_, at) => outcomes[at] && isWritten(outcomes[at]));
    if (changed.length > 0) {
      await addTags(transaction, changed);
      await writeEntries(transaction, changed, {
        origin: "import",
        importId: importId ?? null,
        now,
      });
    }
    return outcomes;
  });
}
