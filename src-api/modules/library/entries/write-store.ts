import type { TextDetails } from "#shared/api/kind-fields.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";
import type { Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, or, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import {
  contentEntries,
  contentTexts,
  type EntryDetails,
  studioDrafts,
} from "#api/modules/library/schema.ts";
import { recordAct, type Act } from "#api/infra/audit/record-act.ts";

/** An entry whose fields obey the rules of its kind. */
export type NewEntry = {
  /** Null for a draft. */
  publishedAt: Date | null;
  author: string;
  tags: string[];
  motif: string;
  related: string[];
  details: EntryDetails;
  texts: {
    language: Language;
    title: string;
    summary: string;
    body: string;
    words: number;
    details: TextDetails;
    changedAt?: Date | null;
  }[];
};

export type EntryKey = { kind: ContentKind; slug: string };

const entry = contentEntries;
const text = contentTexts;

export const isOneOf = (
  table: typeof entry | typeof text | typeof studioDrafts,
  keys: readonly EntryKey[],
) => or(...keys.map(({ kind, slug }) => and(eq(table.kind, kind), eq(table.slug, slug))));

/**
 * Selects by which other slug feed readers are to know an entry that gets this one: another entry was known by it before it
 * moved. Null for the slug itself.
 */
export const firstSlugAt = ({ kind, slug }: EntryKey, now: Date) => sql<string | null>`(
  select ${`${slug}#${now.getTime()}`}::text from ${entry} as other
  where other.kind = ${kind}::text and other.first_slug = ${slug}::text limit 1)`;

type Written = EntryKey & { sourceHash: string | null; value: NewEntry };

/**
 * Writes entries with their texts, in place of what was there: of a folder, of an import, or of the studio. When one appeared
 * first stays as it was. None of them is in the bin any more, with which it would be purged. At most a hundred, in a transaction
 * in which nobody else writes content.
 *
 * @param importId of an import, for those that are new: one that it overwrites stays when the import is taken back
 */
export async function writeEntries(
  transaction: Database,
  entries: readonly Written[],
  { origin, importId = null, now }: { origin: Origin; importId?: string | null; now: Date },
): Promise<void> {
  const rows = entries.map(({ kind, slug, sourceHash, value: { texts: _texts, ...row } }) => ({
    ...row,
    kind,
    slug,
    sourceHash,
    importId,
    appearedAt: row.publishedAt === null ? null : now,
    firstSlug: firstSlugAt({ kind, slug }, now),
    origin,
  }));
  await transaction
    .insert(entry)
    .values(rows)
    .onConflictDoUpdate({
      target: [entry.kind, entry.slug],
      set: {
        ...insertedValues(entry),
        appearedAt: sql`coalesce(${entry.appearedAt}, excluded.appeared_at)`,
        changedAt: now,
        firstSlug: sql`${entry.firstSlug}`,
        // What it was before an import is not stored, so that nothing could be brought back.
        ...(origin === "import" && { importId: sql`${entry.importId}` }),
      },
    });
  const draft = studioDrafts;
  const isSame = and(eq(entry.kind, draft.kind), eq(entry.slug, draft.slug));
  const readersFiles = sql`(select ${entry.details} -> 'stored' from ${entry} where ${isSame})`;
  await transaction
    .update(draft)
    .set({
      deletedAt: null,
      // Those of a working copy come first while it says something else.
      files: sql`case when ${draft.isChanged} then ${draft.files} else ${draft.files} || coalesce(${readersFiles}, '{}') end`,
    })
    .where(isOneOf(draft, entries));
  await transaction.delete(text).where(isOneOf(text, entries));
  // One after the other: the words of long texts take a moment, in which an embedded database does nothing else.
  for (const language of languages) {
    const texts = entries.flatMap(({ kind, slug, value }) =>
      value.texts.filter((row) => row.language === language).map((row) => ({ ...row, kind, slug })),
    );
    if (texts.length > 0) await transaction.insert(text).values(texts);
  }
}

export const recordEntryAct = (
  tx: Database,
  { kind, slug }: EntryKey,
  { details = {}, ...act }: Pick<Act, "act" | "at" | "actor"> & Partial<Pick<Act, "details">>,
): Promise<void> =>
  recordAct(tx, { ...act, subjectId: null, details: { entry: `${kind}/${slug}`, ...details } });
