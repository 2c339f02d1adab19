import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import {
  addAuthor,
  changeAuthor,
  deleteAuthor,
  listStudioAuthors,
  type StudioAuthor,
} from "#shared/api/authors.ts";
import { addTag, deleteTag, listTags, renameTag, type StudioTag } from "#shared/api/tags.ts";
import { serve, type Input } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { whileOthersWait } from "#api/infra/content-folder/sync-content.ts";
import { localisedOf } from "#api/infra/i18n/localised.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import type { NewAuthor } from "../authors/author-store.ts";
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
  const { database } = app.portal;

  serve(app, listTags, async () => ({ items: (await findTags(database)).map(presentTag) }));

  serve(app, addTag, async ({ body: { nameEn, namePl } }) => {
    const id = addressOf(nameEn, "nameEn");
    if (!(await insertTag(database, id, localisedOf(nameEn, namePl)))) {
      throw new ApiError("slug-taken");
    }
    return presentTag(required(await findTag(database, id)));
  });

  serve(app, renameTag, async ({ params: { id }, body: { revision, nameEn, namePl } }) => {
    const before = required(await findTag(database, id));
    const name = localisedOf(nameEn, namePl);
    if (isDeepStrictEqual(name, before.name)) return presentTag(before);
    if (!(await updateTag(database, { id, revision }, name))) throw new ApiError("conflict");
    return presentTag(required(await findTag(database, id)));
  });

  serve(app, deleteTag, ({ params: { id } }) =>
    whileOthersWait(database, async (tx) => {
      const { uses } = required(await findTag(tx, id));
      if (uses > 0) throw new ApiError("conflict");
      await removeTag(tx, id);
    }),
  );

  serve(app, listStudioAuthors, async () => ({
    items: (await findAuthors(database)).map(presentAuthor),
  }));

  serve(app, addAuthor, async ({ body }) => {
    const slug = addressOf(body.name, "name");
    if (!(await insertAuthor(database, slug, authorOf(body)))) throw new ApiError("slug-taken");
    return presentAuthor(required(await findAuthorRow(database, slug)));
  });

  serve(app, changeAuthor, async ({ params: { slug }, body: { revision, ...written } }) => {
    await whileOthersWait(database, async (tx) => {
      const before = required(await findAuthorRow(tx, slug));
      const after = authorOf(written);
      const { name, credentials, body } = before;
      if (isDeepStrictEqual(after, { name, credentials, body })) return;
      if (before.revision !== revision) throw new ApiError("conflict");
      await updateAuthor(tx, before, after);
    });
    return presentAuthor(required(await findAuthorRow(database, slug)));
  });

  serve(app, deleteAuthor, async ({ params: { slug } }) => {
    required(await findAuthorRow(database, slug));
    await removeAuthor(database, slug);
  });
}
