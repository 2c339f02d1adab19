import { and, eq, or, sql } from "drizzle-orm";
import type { ContentKind } from "#shared/content-kinds.ts";
import { whileOthersWait } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentEntries, contentTags, contentTexts } from "../schema.ts";
import { appearanceOf, replacedValues, type NewEntry } from "../sync/sync-store.ts";

/** Most entries of a batch: a statement has at most 65,535 parameters. */
export const maxBatch = 100;

/** An entry to import, whose rows have been checked. */
export type CheckedEntry = {
  kind: ContentKind;
  slug: string;
  sourceHash: string;
  tags: Record<string, Localised>;
  value: NewEntry;
};

/**
 * What became of an entry: it is new (`written`) or overwrote another one (`replaced`), or an entry of another source has its
 * slug (`taken`), and stays.
 */
export type Outcome =
  | { result: "written" | "replaced" | "unchanged" }
  | { result: "taken"; by: Origin };

export const isWritten = ({ result }: Outcome): boolean =>
  result === "written" || result === "replaced";

const entry = contentEntries;
const text = contentTexts;

type Key = { kind: ContentKind; slug: string };
const keyOf = ({ kind, slug }: Key) => `${kind}/${slug}`;
const isOneOf = (table: typeof entry | typeof text, keys: Key[]) =>
  or(...keys.map(({ kind, slug }) => and(eq(table.kind, kind), eq(table.slug, slug))));

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

async function write(
  transaction: Database,
  entries: CheckedEntry[],
  { importId = null, now }: { importId?: string | null; now: Date },
): Promise<void> {
  const names = new Map(entries.flatMap(({ tags }) => Object.entries(tags)).toReversed());
  const tags = [...names].map(([id, name]) => ({ id, name, origin: "import" as const }));
  if (tags.length > 0) await transaction.insert(contentTags).values(tags).onConflictDoNothing();
  const rows = entries.map(({ kind, slug, sourceHash, value: { texts: _texts, ...row } }) => ({
    ...row,
    kind,
    slug,
    sourceHash,
    importId,
    appearedAt: appearanceOf(row, now),
    origin: "import" as const,
  }));
  await transaction
    .insert(entry)
    .values(rows)
    .onConflictDoUpdate({
      target: [entry.kind, entry.slug],
      // One that is overwritten stays when this import is taken back: what it was before is not kept.
      set: { ...replacedValues(), importId: sql`${entry.importId}` },
    });
  await transaction.delete(text).where(isOneOf(text, entries));
  await transaction
    .insert(text)
    .values(
      entries.flatMap(({ kind, slug, value }) =>
        value.texts.map((row) => ({ ...row, kind, slug })),
      ),
    );
}

/**
 * Writes whole entries in one transaction, at most `maxBatch`. Leaves alone those that an earlier import wrote from
 * the same source, and taken slugs unless `replace`. Tags that exist keep their names. With `isRehearsal`
 * nothing is written. Returns what became of each entry.
 */
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
  return whileOthersWait(database, async (transaction) => {
    const outcomes = await compare(transaction, entries, replace);
    const changed = entries.filter((_, at) => outcomes[at] && isWritten(outcomes[at]));
    if (changed.length > 0) await write(transaction, changed, { importId: importId ?? null, now });
    return outcomes;
  });
}
