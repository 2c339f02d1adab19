import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { NewAuthor } from "#api/modules/library/authors/author-store.ts";
import {
  contentAuthors,
  contentEntries,
  contentTags,
  studioDrafts,
} from "#api/modules/library/schema.ts";

const tag = contentTags;
const author = contentAuthors;
const entry = contentEntries;
const draft = studioDrafts;

/** Returns the number of entries and working copies, each entry once, that obey a condition. */
const countOf = (ofEntry: SQL, ofDraft: SQL) => sql<number>`(select count(*) from (
  select ${entry.kind}, ${entry.slug} from ${entry} where ${ofEntry}
  union select ${draft.kind}, ${draft.slug} from ${draft} where ${draft.isChanged} and ${ofDraft}
) as named)::int`;

const uses = countOf(
  sql`${entry.tags} @> array[${tag.id}]`,
  sql`${draft.draft} #> '{metadata,tags}' @> to_jsonb(${tag.id})`,
);
const authorOfDraft = sql`${draft.draft} #>> '{metadata,author}'`;
const entries = countOf(
  sql`${entry.author} = ${author.name}`,
  sql`${authorOfDraft} = ${author.name}`,
);

const tagColumns = { id: tag.id, revision: tag.revision, name: tag.name, uses };

/** Returns all tags with the number of entries that have them. */
export const findTags = (database: Database) =>
  database
    .select(tagColumns)
    .from(tag)
    .orderBy(asc(sql`lower(${tag.name} ->> 'en')`), asc(tag.id));

export async function findTag(database: Database, id: string) {
  const [row] = await database.select(tagColumns).from(tag).where(eq(tag.id, id));
  return row ?? null;
}

/** Adds a tag. Returns false if there is one with that id. */
export async function insertTag(database: Database, id: string, name: Localised) {
  const added = await database
    .insert(tag)
    .values({ id, name, origin: "portal" })
    .onConflictDoNothing()
    .returning({ id: tag.id });
  return added.length > 0;
}

/** Renames a tag of a revision, which is the portal's own from then on. Returns false if it has another one by now. */
export async function updateTag(
  database: Database,
  { id, revision }: { id: string; revision: number },
  name: Localised,
): Promise<boolean> {
  const updated = await database
    .update(tag)
    .set({ name, origin: "portal", revision: revision + 1 })
    .where(and(eq(tag.id, id), eq(tag.revision, revision)))
    .returning({ id: tag.id });
  return updated.length > 0;
}

export const removeTag = (database: Database, id: string) =>
  database.delete(tag).where(eq(tag.id, id));

const authorColumns = {
  slug: author.slug,
  revision: author.revision,
  name: author.name,
  credentials: author.credentials,
  body: author.body,
  entries,
};

/** Returns the authors who have a page, with the number of entries that name them. */
export const findAuthors = (database: Database) =>
  database.select(authorColumns).from(author).orderBy(asc(author.name), asc(author.slug));

export async function findAuthorRow(database: Database, slug: string) {
  const [row] = await database.select(authorColumns).from(author).where(eq(author.slug, slug));
  return row ?? null;
}

/** Adds an author. Returns false if there is one with that address. */
export async function insertAuthor(database: Database, slug: string, value: NewAuthor) {
  const added = await database
    .insert(author)
    .values({ ...value, slug, origin: "portal" })
    .onConflictDoNothing()
    .returning({ slug: author.slug });
  return added.length > 0;
}

/** Changes an author, who is the portal's own from then on, and the name in the entries and their working copies. */
export async function updateAuthor(
  transaction: Database,
  { slug, revision, name: former }: { slug: string; revision: number; name: string },
  value: NewAuthor,
): Promise<void> {
  await transaction
    .update(author)
    .set({ ...value, origin: "portal", sourceHash: null, revision: revision + 1 })
    .where(eq(author.slug, slug));
  if (former === value.name) return;
  await transaction.update(entry).set({ author: value.name }).where(eq(entry.author, former));
  await transaction
    .update(draft)
    .set({
      draft: sql`jsonb_set(${draft.draft}, '{metadata,author}', to_jsonb(${value.name}::text))`,
      revision: sql`${draft.revision} + 1`,
    })
    .where(eq(authorOfDraft, former));
}

export const removeAuthor = (database: Database, slug: string) =>
  database.delete(author).where(eq(author.slug, slug));
