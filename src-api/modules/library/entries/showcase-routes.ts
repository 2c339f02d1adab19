import type { FastifyInstance } from "fastify";
import { getShowcase, type ContentKind } from "../../../../src-shared/api/library.ts";
import { serve } from "../../../http/serve.ts";
import { presentTeaser } from "./present.ts";
import { findTeasers, loadTagNames } from "./queries.ts";

/** How many of each kind the home page shows. */
const shown = { articles: 4, recipes: 3, protocols: 2, videos: 2 } satisfies Partial<
  Record<ContentKind, number>
>;

/** The newest of each kind as teasers, for anybody. */
export default async function showcase(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, getShowcase, async (_, { language }) => {
    const tagNames = await loadTagNames(database, language);
    const newest = async (kind: keyof typeof shown) => {
      const filter = { kind, language, now: now(), words: [], inBody: false };
      const limit = shown[kind];
      const found = await findTeasers(database, filter, { after: null, limit });
      return found.slice(0, limit).map((row) => presentTeaser(row, tagNames));
    };
    const [articles, recipes, protocols, videos] = await Promise.all([
      newest("articles"),
      newest("recipes"),
      newest("protocols"),
      newest("videos"),
    ]);
    return { articles, recipes, protocols, videos };
  });
}
