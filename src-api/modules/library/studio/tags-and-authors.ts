import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ActName } from "#shared/api/audit.ts";
import {
  addAuthor,
  changeAuthor,
  deleteAuthor,
  listStudioAuthors,
  type StudioAuthor,
} from "#shared/api/authors.ts";
import { fieldIn } from "#shared/api/fields.ts";
import type { Brand } from "#shared/brand.ts";
import { leadLanguage } from "#shared/languages.ts";
import { addTag, deleteTag, listTags, renameTag, type StudioTag } from "#shared/api/tags.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve, type Input } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localisedOf, requireTexts, writtenFields } from "#api/infra/i18n/localised.ts";
import type { Portal } from "#api/portal.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import type { NewAuthor } from "#api/modules/library/authors.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { and, asc, eq, sql, type SQL } from "#api/infra/database/drizzle.ts";
import {
  contentAuthors,
  contentEntries,
  contentTags,
  studioDrafts,
} from "#api/modules/library/schema.ts";

type TagRow = Awaited<ReturnType<typeof findTags>>[number];
const presentTag = ({ id, revision, name, uses }: TagRow): StudioTag => ({
  id,
  revision,
  ...writtenFields("name", name),
  uses,
});

type AuthorRow = Awaited<ReturnType<typeof findAuthors>>[number];
const presentAuthor = ({ credentials, body, ...row }: AuthorRow): StudioAuthor => ({
  ...row,
  ...writtenFields("credentials", credentials),
  ...writtenFields("body", body),
});

/** Throws 400 that names the texts that are missing. */
function authorOf(
  written: Input<typeof addAuthor>["body"],
  brand: Pick<Brand, "languages">,
): NewAuthor {
  requireTexts(written, ["credentials", "body"], brand);
  return {
    name: written.name,
    credentials: localisedOf(written, "credentials"),
    body: localisedOf(written, "body"),
  };
}

/** Returns the part of an address that a name gives. Throws 400 for a name without letters or digits. */
function addressOf(name: string, field: string): string {
  const slug = slugOf(name);
  if (slug === "") throw new ApiError("validation", { fields: { [field]: "forms:invalid" } });
  return slug;
}

/** Returns the row that was found. Throws 404 for none. */
function required<Row>(row: Row | null): Row {
  if (row === null) throw new ApiError("not-found");
  return row;
}

/** The tags and authors of the library, for admins. */
export default async function tagAndAuthorRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listTags, async () => ({ items: (await findTags(portal)).map(presentTag) }));

  type NameAct = Extract<ActName, `tag-${string}` | `author-${string}`>;
  const record = (tx: Database, act: NameAct, name: string, request: FastifyRequest) =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { [act.startsWith("tag") ? "tag" : "author"]: name },
    });

  serve(app, addTag, async ({ body }, request) => {
    requireTexts(body, ["name"], portal.brand);
    const field = fieldIn("name", leadLanguage(portal.brand.languages));
    const id = addressOf(body[field], field);
    await database.transaction(async (tx) => {
      if (!(await insertTag(tx, id, localisedOf(body, "name")))) throw new ApiError("slug-taken");
      await record(tx, "tag-added", id, request);
    });
    return presentTag(required(await findTag(database, id)));
  });

  serve(app, renameTag, async ({ params: { id }, body: { revision, ...names } }, request) => {
    requireTexts(names, ["name"], portal.brand);
    const before = required(await findTag(database, id));
    const name = localisedOf(names, "name");
    if (isDeepStrictEqual(name, before.name)) return presentTag(before);
    await database.transaction(async (tx) => {
      if (!(await updateTag(tx, { id, revision }, name))) throw new ApiError("conflict");
      await record(tx, "tag-renamed", id, request);
    });
    return presentTag(required(await findTag(database, id)));
  });

  serve(app, deleteTag, ({ params: { id } }, request) =>
    withContentLock(database, async (tx) => {
      const { uses } = required(await findTag(tx, id));
      if (uses > 0) throw new ApiError("conflict");
      await removeTag(tx, id);
      await record(tx, "tag-deleted", id, request);
    }),
  );

  serve(app, listStudioAuthors, async () => ({
    items: (await findAuthors(database)).map(presentAuthor),
  }));

  serve(app, addAuthor, async ({ body }, request) => {
    const slug = addressOf(body.name, "name");
    await database.transaction(async (tx) => {
      if (!(await insertAuthor(tx, slug, authorOf(body, portal.brand))))
        throw new ApiError("slug-taken");
      await record(tx, "author-added", slug, request);
    });
    return presentAuthor(required(await findAuthorRow(database, slug)));
  });

  serve(
    app,
    changeAuthor,
    async ({ params: { slug }, body: { revision, ...written } }, request) => {
      await withContentLock(database, async (tx) => {
        const before = required(await findAuthorRow(tx, slug));
        const after = authorOf(written, portal.brand);
        const { name, credentials, body } = before;
        if (isDeepStrictEqual(after, { name, credentials, body })) return;
        if (before.revision !== revision) throw new ApiError("conflict");
        await updateAuthor(tx, before, after);
        await record(tx, "author-changed", slug, request);
      });
      return presentAuthor(required(await findAuthorRow(database, slug)));
    },
  );

  serve(app, deleteAuthor, ({ params: { slug } }, request) =>
    withContentLock(database, async (tx) => {
      required(await findAuthorRow(tx, slug));
      await removeAuthor(tx, slug);
      await record(tx, "author-deleted", slug, request);
    }),
  );
}

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

/** Returns all tags with the number of entries that have them, by their names in the language that none may lack. */
const findTags = ({ database, brand }: Pick<Portal, "database" | "brand">) =>
  database
    .select(tagColumns)
    .from(tag)
    .orderBy(
      asc(
        sql`lower(coalesce(${tag.name} ->> ${leadLanguage(brand.languages)}::text, ${tag.name} ->> 'en', (select min(value) from jsonb_each_text(${tag.name}))))`,
      ),
      asc(tag.id),
    );

async function findTag(database: Database, id: string) {
  const [row] = await database.select(tagColumns).from(tag).where(eq(tag.id, id));
  return row ?? null;
}

/** Adds a tag. Returns false if there is one with that id. */
async function insertTag(database: Database, id: string, name: Localised) {
  const added = await database
    .insert(tag)
    .values({ id, name, origin: "portal" })
    .onConflictDoNothing()
    .returning({ id: tag.id });
  return added.length > 0;
}

/** Renames a tag of a revision, which is the portal's own from then on. Returns false if it has another one by now. */
async function updateTag(
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

const removeTag = (database: Database, id: string) => database.delete(tag).where(eq(tag.id, id));

const authorColumns = {
  slug: author.slug,
  revision: author.revision,
  name: author.name,
  credentials: author.credentials,
  body: author.body,
  entries,
};

/** Returns the authors who have a page, with the number of entries that name them. */
const findAuthors = (database: Database) =>
  database.select(authorColumns).from(author).orderBy(asc(author.name), asc(author.slug));

async function findAuthorRow(database: Database, slug: string) {
  const [row] = await database.select(authorColumns).from(author).where(eq(author.slug, slug));
  return row ?? null;
}

/** Adds an author. Returns false if there is one with that address. */
async function insertAuthor(database: Database, slug: string, value: NewAuthor) {
  const added = await database
    .insert(author)
    .values({ ...value, slug, origin: "portal" })
    .onConflictDoNothing()
    .returning({ slug: author.slug });
  return added.length > 0;
}

/** Changes an author, who is the portal's own from then on, and the name in the entries and their working copies. */
async function updateAuthor(
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

const removeAuthor = (database: Database, slug: string) =>
  database.delete(author).where(eq(author.slug, slug));
