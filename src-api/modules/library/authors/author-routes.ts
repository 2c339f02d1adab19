import type { FastifyInstance } from "fastify";
import { getAuthor, listAuthorEntries } from "#shared/api/authors.ts";
import { pageSizes } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { presentTeaser } from "#api/modules/library/entries/present.ts";
import { formatAuthorCursor, parseAuthorCursor, findEntriesOf } from "./author-store.ts";
import { publicAuthor } from "./public-author.ts";

/** Authors and what they wrote, for anybody: of the entries only the teasers, as the lists have them. */
export default async function authorRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  const requireAuthor = async (slug: string, language: Language) => {
    const author = await publicAuthor(database, slug, language);
    if (!author) throw new ApiError("not-found");
    return author;
  };

  serve(app, getAuthor, async ({ params }, { language }) => requireAuthor(params.slug, language));

  serve(app, listAuthorEntries, async ({ params, query }, { language }) => {
    const { name } = await requireAuthor(params.slug, language);
    const limit = query.limit ?? pageSizes.default;
    const after = query.cursor === undefined ? null : parseAuthorCursor(query.cursor);
    const found = await findEntriesOf(database, name, { language, now: now(), after, limit });
    const rows = found.rows.slice(0, limit);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => presentTeaser(row, found.tagNames, language)),
      nextCursor: last ? formatAuthorCursor(last) : null,
    };
  });
}
