import type { FastifyInstance, FastifyRequest } from "fastify";
import { isActiveMember } from "#shared/active-member.ts";
import {
  getContent,
  getPreview,
  getShowcase,
  getTeaser,
  listContent,
  pageSizes,
  type ListAnswer,
} from "#shared/api/library.ts";
import {
  kindFacts,
  showcaseKinds,
  type ShowcaseKind,
  type ContentKind,
} from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import type { EncodedBody } from "#api/http/encoded-body.ts";
import { serve, type Input } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { createEndpointAnswers, encodeAnswer } from "#api/http/shared-answers.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { createSharedAnswers } from "#api/infra/public-content/public-content.ts";
import { memoizedSigningKey } from "#api/infra/signed-addresses.ts";
import type { Portal } from "#api/portal.ts";
import { signedMedia, withSignedImages } from "#api/modules/library/media/signed-media.ts";
import { findEntryOrMoved, type EntryRow } from "./entry-store.ts";
import {
  findNewestOf,
  findNextPublication,
  findPage,
  type Part,
  formatCursor,
  parseCursor,
} from "./page-store.ts";
import { presentEntry, presentTeaser, presentTag } from "./present.ts";
import { publicPreview } from "./preview.ts";

type Listing = {
  kind: ContentKind;
  query: Input<typeof listContent>["query"];
  language: Language;
  /** True to search the texts too, which only members may. */
  inBody: boolean;
};

const partOf = ({ cursor, limit, sort }: Listing["query"]): Part => ({
  start: cursor === undefined ? null : parseCursor(cursor),
  limit: limit ?? pageSizes.default,
  sort: sort ?? "newest",
});

/** Presents a part of a list. Only the first one is counted, and has tags. */
async function presentList(
  { database, now }: Pick<Portal, "database" | "now">,
  { kind, query, language, inBody }: Listing,
): Promise<ListAnswer> {
  const { tag, q = "", heightClass = null, ageMonths = null } = query;
  const filter = { kind, language, now: now(), tag, q, inBody, dog: { heightClass, ageMonths } };
  const part = partOf(query);
  const { start } = part;
  const found = await findPage(database, filter, part, { counts: start === null });
  const rows = found.rows.slice(0, part.limit);
  const last = found.rows.length > part.limit ? rows.at(-1) : undefined;
  const total = start?.total ?? found.total ?? 0;
  return {
    items: rows.map((row) => presentTeaser(row, found.tagNames, language)),
    total,
    nextCursor: last
      ? formatCursor({ publishedAt: last.publishedAt, slug: last.slug, total })
      : null,
    tags: start
      ? []
      : found.tags.map(({ id, count }) => ({
          ...presentTag(id, found.tagNames, language),
          count,
        })),
  };
}

/** Numbers of cached answers. */
const cacheSizes = { lists: 300, entries: 300 };

type Key = Input<typeof getContent>["params"] & Pick<FastifyRequest, "language">;
/** Returns the newest teasers of a kind, as many as the showcase has; none of a hidden one. */
async function presentNewest(
  { database, now, brand }: Portal,
  kind: ShowcaseKind,
  language: Language,
) {
  if (!isKindShown(brand, kind)) return { kind, teasers: [], validUntil: null };
  const wanted = { kind, language, now: now() };
  const limit = kindFacts[kind].showcase;
  const [{ rows, tagNames }, validUntil] = await Promise.all([
    findNewestOf(database, { ...wanted, limit }),
    findNextPublication(database, wanted),
  ]);
  return { kind, teasers: rows.map((row) => presentTeaser(row, tagNames, language)), validUntil };
}

async function presentShowcase(portal: Portal, language: Language) {
  const newest = await Promise.all(
    showcaseKinds.map((kind) => presentNewest(portal, kind, language)),
  );
  const times = newest.flatMap(({ validUntil }) => validUntil ?? []);
  // Object.fromEntries loses the keys
  const value = Object.fromEntries(newest.map(({ kind, teasers }) => [kind, teasers])) as Record<
    ShowcaseKind,
    ReturnType<typeof presentTeaser>[]
  >;
  return { value, validUntil: times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null };
}

/** Lists, teasers and the showcase, which are public and, but for searches, the same for everybody. */
function serveTeasers(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;
  const lists = createEndpointAnswers(portal, listContent, cacheSizes.lists);
  const teasers = createEndpointAnswers(portal, getTeaser, cacheSizes.entries);
  const previews = createEndpointAnswers(portal, getPreview, cacheSizes.entries);
  const showcases = createEndpointAnswers(portal, getShowcase);

  serve(app, listContent, async ({ params, query }, { language, session }) => {
    const { kind } = params;
    if (query.q) {
      const inBody = isActiveMember("held", session);
      return presentList(portal, { kind, query, language, inBody });
    }
    const { tag, limit, cursor, sort, heightClass, ageMonths } = query;
    const wanted = { kind, query, language, inBody: false };
    // There are too many ages to cache the answers.
    if (heightClass ?? ageMonths !== undefined) return presentList(portal, wanted);
    return lists([language, kind, tag, limit, cursor, sort], async () => {
      const [value, validUntil] = await Promise.all([
        presentList(portal, wanted),
        findNextPublication(database, { kind, now: now() }),
      ]);
      return { value, validUntil };
    });
  });

  serve(app, getTeaser, async ({ params: { kind, slug } }, { language }) =>
    teasers([language, kind, slug], async () => {
      const row = await findEntryOrMoved(database, { kind, slug, language, now: now() });
      if (!row) throw new ApiError("not-found");
      return { value: presentTeaser(row, row.tagNames, language), validUntil: null };
    }),
  );

  serve(app, getPreview, async ({ params: { kind, slug } }, { language }) =>
    previews([language, kind, slug], async () => {
      const preview = await publicPreview(portal, { kind, slug, language });
      if (!preview) throw new ApiError("not-found");
      return { value: preview, validUntil: null };
    }),
  );

  serve(app, getShowcase, async (_, { language }) =>
    // The answer of a brand with other kinds is another one.
    showcases([language, ...shownKinds(portal.brand)], () => presentShowcase(portal, language)),
  );
}

/** Whole entries: the same for every member, but for the signed addresses of media. */
function serveEntries(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;
  const signingKey = memoizedSigningKey(database);
  const entries = createSharedAnswers<{ row: EntryRow; body: EncodedBody }>(
    portal,
    cacheSizes.entries,
  );

  const load = async ({ kind, slug, language }: Key) => {
    const row = await findEntryOrMoved(database, { kind, slug, language, now: now() });
    if (!row) throw new ApiError("not-found");
    const body = encodeAnswer(getContent, presentEntry(row, language));
    return { value: { row, body }, validUntil: null };
  };

  serve(app, getContent, async ({ params: { kind, slug } }, request) => {
    const session = requireActiveMember(request);
    const { language } = request;
    const key = JSON.stringify([language, kind, slug]);
    const { value } = await entries.get(key, () => load({ kind, slug, language }));
    const { row, body } = value;
    if (row.details.source === undefined && !row.details.images) return body;
    const signing = { key: await signingKey(), session: session.id, now: now() };
    const media = signedMedia(row, signing);
    const entry = presentEntry(row, language);
    const text = withSignedImages(entry.body, row, signing);
    return { ...entry, body: text, ...(media && { media }) };
  });
}

/** The library (specification, section 6). Only members search the texts: a match reveals what they say. */
export default async function entryRoutes(app: FastifyInstance): Promise<void> {
  serveTeasers(app);
  serveEntries(app);
}
