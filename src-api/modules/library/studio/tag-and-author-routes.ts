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
import { addTag, deleteTag, listTags, renameTag, type StudioTag } from "#shared/api/tags.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve, type Input } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localisedOf } from "#api/infra/i18n/localised.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import type { NewAuthor } from "#api/modules/library/authors/author-store.ts";
import {
  findAuthorRow,
  findAuthors,
  findTag,
  findTags,
  insertAuthor,
  insertTag,
  removeAuthor,
  removeTag,
  updateAuthor,
  updateTag,
} from "./tag-and-author-store.ts";

type TagRow = Awaited<ReturnType<typeof findTags>>[number];
const presentTag = ({ id, revision, name, uses }: TagRow): StudioTag => ({
  id,
  revision,
  nameEn: name.en,
  namePl: name.pl ?? "",
  uses,
});

type AuthorRow = Awaited<ReturnType<typeof findAuthors>>[number];
const presentAuthor = ({ credentials, body, ...row }: AuthorRow): StudioAuthor => ({
  ...row,
  credentialsEn: credentials.en,
  credentialsPl: credentials.pl ?? "",
  bodyEn: body.en,
  bodyPl: body.pl ?? "",
});

const authorOf = (written: Input<typeof addAuthor>["body"]): NewAuthor => ({
  name: written.name,
  credentials: localisedOf(written.credentialsEn, written.credentialsPl),
  body: localisedOf(written.bodyEn, written.bodyPl),
});

/** Returns the part of an address that a name gives. Throws 400 for a name without letters or digits. */
function addressOf(name: string, field: string): string {
  const slug = slugOf(name);
  if (slug === "") throw new ApiError("validation", { fields: { [field]: "forms:invalid" } });
  return slug;
}

/** Returns what was found. Throws 404 for nothing. */
function required<Row>(row: Row | null): Row {
  if (row === null) throw new ApiError("not-found");
  return row;
}

/** The tags and authors of the library, for admins. */
export default async function tagAndAuthorRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, listTags, async () => ({ items: (await findTags(database)).map(presentTag) }));

  type NameAct = Extract<ActName, `tag-${string}` | `author-${string}`>;
  const record = (tx: Database, act: NameAct, name: string, request: FastifyRequest) =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { [act.startsWith("tag") ? "tag" : "author"]: name },
    });

  serve(app, addTag, async ({ body: { nameEn, namePl } }, request) => {
    const id = addressOf(nameEn, "nameEn");
    await database.transaction(async (tx) => {
      if (!(await insertTag(tx, id, localisedOf(nameEn, namePl)))) throw new ApiError("slug-taken");
      await record(tx, "tag-added", id, request);
    });
    return presentTag(required(await findTag(database, id)));
  });

  serve(app, renameTag, async ({ params: { id }, body: { revision, nameEn, namePl } }, request) => {
    const before = required(await findTag(database, id));
    const name = localisedOf(nameEn, namePl);
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
      if (!(await insertAuthor(tx, slug, authorOf(body)))) throw new ApiError("slug-taken");
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
        const after = authorOf(written);
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
