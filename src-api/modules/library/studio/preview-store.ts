import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  arrayContains,
  desc,
  eq,
  gt,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from "#api/infra/database/drizzle.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { users } from "#api/modules/accounts/module.ts";
import type { EntryKey } from "#api/modules/library/entries/stored-entries.ts";
import { contentEntries, secretPreviews, studioDrafts } from "#api/modules/library/schema.ts";
import { titleIn } from "./working-copy.ts";

const entry = contentEntries;
const draft = studioDrafts;
const preview = secretPreviews;

const isKey = ({ kind, slug }: EntryKey) => and(eq(preview.kind, kind), eq(preview.slug, slug));

const isFree = sql`coalesce(${entry.details} ->> 'free', 'false') = 'true'`;

/**
 * Selects previews that are open: not those of somebody who is no admin any more, nor of an entry that has appeared since. What
 * only members read has none once it has appeared.
 */
const openPreviews = (
  database: Database,
  now: Date,
  { which, language = defaultLanguage }: { which?: SQL; language?: Language } = {},
) =>
  database
    .select({
      kind: preview.kind,
      slug: preview.slug,
      title: titleIn(draft.draft, language),
      by: users.name,
      madeAt: preview.madeAt,
      until: preview.until,
    })
    .from(preview)
    .innerJoin(draft, and(eq(draft.kind, preview.kind), eq(draft.slug, preview.slug)))
    .innerJoin(users, and(eq(users.id, preview.madeBy), arrayContains(users.roles, ["ROLE_ADMIN"])))
    .leftJoin(
      entry,
      and(
        eq(entry.kind, preview.kind),
        eq(entry.slug, preview.slug),
        lte(entry.publishedAt, now),
        or(not(isFree), gt(entry.publishedAt, preview.madeAt)),
      ),
    )
    .where(and(gt(preview.until, now), isNull(entry.kind), which))
    .orderBy(desc(preview.madeAt), preview.kind, preview.slug);

/** Returns the open previews, the newest first, with their titles in a language. */
export const findPreviews = (database: Database, now: Date, language: Language) =>
  openPreviews(database, now, { language });

/** Returns the open preview of an entry; null without one. */
export async function findPreview(database: Database, key: EntryKey, now: Date) {
  const [row] = await openPreviews(database, now, { which: isKey(key) });
  return row ?? null;
}

/** Returns the working copy behind a secret address; null once that has ended. */
export async function findByPreview(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<EntryKey | null> {
  const [row] = await openPreviews(database, now, { which: eq(preview.tokenHash, tokenHash) });
  return row ? { kind: row.kind, slug: row.slug } : null;
}

/** Stores the secret address of a working copy, instead of a former one. */
export async function writePreview(
  database: Database,
  { kind, slug, ...made }: typeof preview.$inferInsert,
): Promise<void> {
  await database
    .insert(preview)
    .values({ kind, slug, ...made })
    .onConflictDoUpdate({ target: [preview.kind, preview.slug], set: made });
}

/** Ends the secret address of a working copy. Returns whether there was one. */
export async function endPreview(database: Database, key: EntryKey): Promise<boolean> {
  const ended = await database.delete(preview).where(isKey(key)).returning({ slug: preview.slug });
  return ended.length > 0;
}
