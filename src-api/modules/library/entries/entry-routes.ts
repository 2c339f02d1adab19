import type { FastifyInstance, FastifyRequest } from "fastify";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import {
  getContent,
  getShowcase,
  getTeaser,
  listContent,
  pageSizes,
} from "../../../../src-shared/api/library.ts";
import {
  kindFacts,
  showcaseKinds,
  type ShowcaseKind,
} from "../../../../src-shared/content-kinds.ts";
import { serve, type Input } from "../../../http/serve.ts";
import { requireUser, type Session } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Portal } from "../../../portal.ts";
import { loadSigningKey } from "../media/signature.ts";
import { signedMedia } from "../media/signed-media.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import {
  countEntries,
  countTags,
  findEntry,
  findTeasers,
  loadTagNames,
  type EntryRow,
} from "./entry-store.ts";
import { presentEntry, presentTeaser } from "./present.ts";

async function mediaFor({ database, now }: Portal, session: Session, { entry }: EntryRow) {
  if (entry.details.source === undefined) return null;
  const key = await loadSigningKey(database);
  return signedMedia(entry, { key, session: session.id, now: now() });
}

type Listing = Input<typeof listContent> & Pick<FastifyRequest, "language" | "session">;

async function presentList(
  portal: Portal,
  { params: { kind }, query, language, session }: Listing,
) {
  const { database, now } = portal;
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
}

/**
 * The library. Lists, teasers and the showcase are public; whole entries are for active members
 * (specification, section 6). Only members search the texts: for anybody else a match would reveal
 * what the text says.
 */
export default async function entryRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, listContent, (input, { language, session }) =>
    presentList(app.portal, { ...input, language, session }),
  );

  serve(app, getContent, async ({ params: { kind, slug } }, request) => {
    const session = requireUser(request);
    const { language } = request;
    const row = await findEntry(database, { kind, slug, language, now: now() });
    if (!row) throw new ApiError("not-found");
    const tagNames = await loadTagNames(database, language);
    return presentEntry(row, tagNames, await mediaFor(app.portal, session, row));
  });

  serve(app, getTeaser, async ({ params: { kind, slug } }, { language }) => {
    const row = await findEntry(database, { kind, slug, language, now: now() });
    if (!row) throw new ApiError("not-found");
    return presentTeaser(row, await loadTagNames(database, language));
  });

  serve(app, getShowcase, async (_, { language }) => {
    const tagNames = await loadTagNames(database, language);
    const newest = async (kind: ShowcaseKind) => {
      const filter = { kind, language, now: now(), words: [], inBody: false };
      const limit = kindFacts[kind].showcase;
      const found = await findTeasers(database, filter, { after: null, limit });
      return [kind, found.slice(0, limit).map((row) => presentTeaser(row, tagNames))] as const;
    };
    // Object.fromEntries loses the keys
    return Object.fromEntries(await Promise.all(showcaseKinds.map(newest))) as Record<
      ShowcaseKind,
      ReturnType<typeof presentTeaser>[]
    >;
  });
}
