import type { FastifyInstance } from "fastify";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import { getContent, listContent, pageSizes } from "../../../../src-shared/api/library.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { signedMedia } from "../media/signed-media.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import { presentEntry, presentTeaser } from "./present.ts";
import { countEntries, countTags, findEntry, findTeasers, loadTagNames } from "./queries.ts";

/**
 * The library. Lists are public teasers; whole entries are for active members (specification,
 * section 6). Words are looked for in the text for members only: for anybody else the answer would
 * tell what stands in it.
 */
export default async function content(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, listContent, async ({ params: { kind }, query }, request) => {
    const { language, session } = request;
    const filter = {
      kind,
      language,
      now: now(),
      tag: query.tag,
      words: query.q?.split(/\s+/).filter(Boolean) ?? [],
      inBody: isActiveMember("held", session),
    };
    const limit = query.limit ?? pageSizes.default;
    const after = query.cursor === undefined ? null : parseCursor(query.cursor);
    const [found, total, tags, tagNames] = await Promise.all([
      findTeasers(database, filter, { after, limit }),
      countEntries(database, filter),
      countTags(database, kind, filter.now),
      loadTagNames(database, language),
    ]);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      items: rows.map((row) => presentTeaser(row, tagNames)),
      total,
      nextCursor: found.length > limit && last ? formatCursor(last.entry) : null,
      tags: tags.map(({ id, count }) => ({ id, name: tagNames.get(id) ?? id, count })),
    };
  });

  serve(app, getContent, async ({ params: { kind, slug } }, request) => {
    const session = requireUser(request);
    const { language } = request;
    const row = await findEntry(database, { kind, slug, language, now: now() });
    if (!row) throw new ApiError("not-found");
    const tagNames = await loadTagNames(database, language);
    return presentEntry(row, tagNames, await signedMedia(app.portal, session, row.entry));
  });
}
