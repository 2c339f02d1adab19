import type { FastifyInstance } from "fastify";
import { getAuthor, listAuthorEntries, type Author } from "#shared/api/authors.ts";
import { pageSizes, entryParams } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { type Language, languages, standInLanguage } from "#shared/languages.ts";
import { shownKinds } from "#shared/parts.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { presentTeaser } from "./entries/present.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import * as z from "zod/mini";
import { type StoredEntry, folderSync } from "#api/infra/content-folder/folder-sync.ts";
import { withContentLock, type ContentSync } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import { and, desc, eq, inArray, lte, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import {
  allTagNames,
  entry,
  fallbackText,
  isStandIn,
  ownText,
  teaserColumns,
  textIn,
  type TagNames,
  type TeaserRow,
} from "./entries/columns-store.ts";
import { contentAuthors } from "./schema.ts";
import { parseContent } from "#api/infra/content-folder/content-error.ts";
import {
  metadata,
  parseMetadata,
  parseTexts,
  textFile,
  type EntryFiles,
  type MarkdownText,
} from "#api/infra/content-folder/entry-files.ts";
import type { Portal } from "#api/portal.ts";
import { frontMatter, type EntryFolder } from "./entries/stored-entries.ts";
import { slugSchema } from "./kind-rules.ts";

/** Authors and what they wrote, for anybody: of the entries only the teasers, as the lists have them. */
export default async function authorRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  const requireAuthor = async (slug: string, language: Language) => {
    const author = await publicAuthor(portal, slug, language);
    if (!author) throw new ApiError("not-found");
    return author;
  };

  serve(app, getAuthor, async ({ params }, { language }) => requireAuthor(params.slug, language));

  serve(app, listAuthorEntries, async ({ params, query }, { language }) => {
    const { name } = await requireAuthor(params.slug, language);
    const limit = query.limit ?? pageSizes.default;
    const after = query.cursor === undefined ? null : parseAuthorCursor(query.cursor);
    const found = await findEntriesOf(database, name, {
      kinds: shownKinds(portal.brand),
      language,
      now: now(),
      after,
      limit,
    });
    const rows = found.rows.slice(0, limit);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => presentTeaser(row, found.tagNames, language)),
      nextCursor: last ? formatAuthorCursor(last) : null,
    };
  });
}

/** Returns an author as anybody may see it; null if there is none. */
export async function publicAuthor(
  { database, brand: { languages: portal } }: Pick<Portal, "database" | "brand">,
  slug: string,
  language: Language,
): Promise<Author | null> {
  const author = await findAuthor(database, slug);
  if (!author) return null;
  const { name, credentials, body } = author;
  return {
    slug,
    name,
    credentials: localised(credentials, language, portal),
    body: localised(body, language, portal),
    language: body[language] === undefined ? standInLanguage(body, portal) : language,
    languages: languages.filter((one) => body[one] !== undefined),
  };
}

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { publishedAt: cursorTime });
type AuthorCursor = z.infer<typeof cursorSchema>;

const { format: formatAuthorCursor, parse: parseAuthorCursor } = createCursors(cursorSchema);

const author = contentAuthors;

export type NewAuthor = { name: string; credentials: Localised; body: Localised };

type SlugAuthor = { key: string; sourceHash: string; value: NewAuthor };

async function findAuthor(database: Database, slug: string) {
  const [found] = await database.select().from(author).where(eq(author.slug, slug));
  return found;
}

/** Returns published entries of an author after the cursor, newest first; one more than `limit` if there is a next page. */
async function findEntriesOf(
  database: Database,
  name: string,
  {
    kinds,
    language,
    now,
    after,
    limit,
  }: {
    kinds: ContentKind[];
    language: Language;
    now: Date;
    after: AuthorCursor | null;
    limit: number;
  },
): Promise<{ rows: TeaserRow[]; tagNames: TagNames }> {
  const older =
    after &&
    sql`(${entry.publishedAt}, ${entry.kind}, ${entry.slug}) < (${after.publishedAt.toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  const rows = await database
    .select({ ...teaserColumns, tagNames: allTagNames })
    .from(entry)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, language))
    .where(
      and(
        eq(entry.author, name),
        inArray(entry.kind, kinds),
        lte(entry.publishedAt, now),
        older ?? undefined,
      ),
    )
    .orderBy(desc(entry.publishedAt), desc(entry.kind), desc(entry.slug))
    .limit(limit + 1);
  return { rows, tagNames: rows[0]?.tagNames ?? {} };
}

export const listAuthors = (database: Database) =>
  database.select().from(author).orderBy(author.slug);

const findStoredAuthors = (database: Database, slugs: string[]): Promise<StoredEntry[]> =>
  database
    .select({ key: author.slug, origin: author.origin, sourceHash: author.sourceHash })
    .from(author)
    .where(inArray(author.slug, slugs));

/** Returns the slugs of the authors that the folder brought. */
async function listFolderAuthors(database: Database): Promise<string[]> {
  const rows = await database
    .select({ slug: author.slug })
    .from(author)
    .where(eq(author.origin, "folder"));
  return rows.map(({ slug }) => slug);
}

const writeAuthors = (
  transaction: Database,
  authors: SlugAuthor[],
  origin: Origin,
  { onlyOwn }: { onlyOwn: boolean },
) =>
  transaction
    .insert(author)
    .values(
      authors.map(({ key, sourceHash, value }) => ({ ...value, slug: key, sourceHash, origin })),
    )
    .onConflictDoUpdate({
      target: author.slug,
      set: insertedValues(author),
      ...(onlyOwn && { setWhere: eq(author.origin, origin) }),
    })
    .returning({ slug: author.slug });

/** Writes authors of the folder, except those of another origin. Returns their number. */
const saveFolderAuthors = (database: Database, authors: SlugAuthor[]) =>
  withContentLock(database, async (transaction) => {
    const written = await writeAuthors(transaction, authors, "folder", { onlyOwn: true });
    return written.length;
  });

const removeFolderAuthors = (database: Database, slugs: string[]) =>
  withContentLock(database, async (transaction) => {
    const removed = await transaction
      .delete(author)
      .where(and(inArray(author.slug, slugs), eq(author.origin, "folder")))
      .returning({ slug: author.slug });
    return removed.length;
  });

/** What became of an imported author, as of an entry. */
type AuthorOutcome = { result: "written" | "unchanged" } | { result: "taken"; by: Origin };

/**
 * Writes imported authors. Leaves alone those that an earlier import wrote from the same source, and taken slugs unless
 * `replace`. With `isDryRun` nothing is written. Returns the result for each.
 */
export const saveImportedAuthors = (
  database: Database,
  authors: SlugAuthor[],
  { replace, isDryRun }: { replace: boolean; isDryRun: boolean },
): Promise<AuthorOutcome[]> =>
  withContentLock(database, async (transaction) => {
    const slugs = authors.map(({ key }) => key);
    const stored = await findStoredAuthors(transaction, slugs);
    const known = new Map(stored.map((row) => [row.key, row]));
    const outcomes = authors.map(({ key, sourceHash }): AuthorOutcome => {
      const row = known.get(key);
      if (!row) return { result: "written" };
      if (row.origin === "import" && row.sourceHash === sourceHash) return { result: "unchanged" };
      return replace ? { result: "written" } : { result: "taken", by: row.origin };
    });
    const changed = authors.filter((_, at) => outcomes[at]?.result === "written");
    if (changed.length > 0 && !isDryRun) {
      await writeAuthors(transaction, changed, "import", { onlyOwn: false });
    }
    return outcomes;
  });

/** Folder of the authors in a content folder. */
export const authorsPart = "authors";

/** `authors/<slug>/entry.json`, and the front matter of the texts beside it. */
export const authorSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
});
export const authorFrontSchema = z.strictObject({
  credentials: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});

type Text = MarkdownText<z.infer<typeof authorFrontSchema>>;

export function newAuthor({ name }: z.infer<typeof authorSchema>, texts: Text[]): NewAuthor {
  const inAll = (pick: (text: Text) => string): Localised =>
    Object.fromEntries(texts.map((text) => [text.language, pick(text)]));
  return {
    name,
    credentials: inAll(({ front }) => front.credentials),
    body: inAll((it) => it.body),
  };
}

async function parseAuthor(files: EntryFiles): Promise<NewAuthor> {
  parseContent(files.path, slugSchema, files.slug);
  return newAuthor(parseMetadata(files, authorSchema), await parseTexts(files, authorFrontSchema));
}

/** Returns the sync with `authors/<slug>/` of a content folder: `entry.json` and Markdown files. */
export const authorSync = (database: Database, root: string): ContentSync =>
  folderSync(root, {
    part: authorsPart,
    keyOf: (slug) => slug,
    find: (slugs) => findStoredAuthors(database, slugs),
    parse: parseAuthor,
    save: (authors) => saveFolderAuthors(database, authors),
    listOwnKeys: () => listFolderAuthors(database),
    remove: (slugs) => removeFolderAuthors(database, slugs),
  });

/** Returns the files of an author, from which a sync or an import makes the same author. */
export function authorFolder({ slug, name, credentials, body }: NewAuthor & { slug: string }) {
  // the keys of a text in each language
  const written = (Object.keys(body) as (keyof Localised)[]).map((language) => [
    textFile(language),
    `---\n${frontMatter({ credentials: credentials[language] })}---\n\n${body[language]}\n`,
  ]);
  return {
    path: `${authorsPart}/${slug}`,
    texts: {
      [metadata]: `${JSON.stringify({ name }, null, 2)}\n`,
      ...(Object.fromEntries(written) as Record<string, string>),
    },
    media: {},
  } satisfies EntryFolder;
}
