import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { coverSchema, entryParams, pageSizes } from "#shared/api/library.ts";
import {
  countStudio,
  createDraft,
  listStudio,
  type Draft,
  type stateFilters,
  type StudioItem,
  type StudioState,
  type translationFilters,
} from "#shared/api/studio.ts";
import { languages, leadLanguage, type Language } from "#shared/languages.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { memoizedSigningKey } from "#api/infra/signed-addresses.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { defaultMotif } from "#api/modules/library/import/front-fields.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { insertDraft, isTaken, titleIn } from "./working-copy.ts";
import type { Brand } from "#shared/brand.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  eq,
  inArray,
  ne,
  or,
  sql,
  type SQL,
  alias,
  type PgColumn,
} from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import type { EntryKey } from "#api/modules/library/entries/stored-entries.ts";
import type { AddressOf } from "#api/modules/library/media/signed-media.ts";
import { isCurrent } from "#api/modules/library/review.ts";
import {
  readyMarks,
  contentAuthors,
  contentEntries,
  contentTexts,
  studioDrafts,
} from "#api/modules/library/schema.ts";

const entry = contentEntries;
const draft = studioDrafts;
/** The text in the language that none may lack, and the one that readers get in its place. */
const lead = alias(contentTexts, "lead");
const standIn = alias(contentTexts, "stand_in");

/** What the working copy says if it says something else than the entry, else what the entry says. */
const newer = (ofDraft: SQL, ofEntry: SQL | PgColumn) =>
  sql`case when coalesce(${draft.isChanged}, false) then ${ofDraft} else ${ofEntry} end`;

const ofEntry = sql`from ${contentTexts} where ${contentTexts.kind} = ${entry.kind} and ${contentTexts.slug} = ${entry.slug}`;
const written = newer(
  sql`array(select jsonb_object_keys(${draft.draft} -> 'texts'))`,
  sql`array(select ${contentTexts.language} ${ofEntry})`,
);

/** SQL: when the text in a language was changed here. Texts that were not are as old as the entry. */
const changedIn = (language: Language, ofEntryThen: SQL | PgColumn) =>
  sql`coalesce(${newer(sql`(${draft.textsChangedAt} ->> ${language}::text)::timestamptz`, ofEntryThen)}, '-infinity')`;

/** SQL: those of some languages whose text is older than the one in the first language. */
function outdated(first: Language, others: readonly Language[]): SQL {
  const ofFirst = changedIn(first, lead.changedAt);
  const each = others.map((language) => {
    const ofEntryThen = sql`(select ${contentTexts.changedAt} ${ofEntry} and ${contentTexts.language} = ${language})`;
    return sql`case when ${language} = any(${written}) and ${ofFirst} > ${changedIn(language, ofEntryThen)} then ${language}::text end`;
  });
  return sql`array_remove(array[${sql.join(each, sql`, `)}]::text[], null)`;
}

/** All entries and working copies. */
function itemsAt(database: Database, now: Date, portalLanguages: readonly Language[]) {
  const first = leadLanguage(portalLanguages);
  const others = portalLanguages.filter((one) => one !== first);
  return database
    .select({
      kind: sql<ContentKind>`coalesce(${entry.kind}, ${draft.kind})`.as("item_kind"),
      slug: sql<string>`coalesce(${entry.slug}, ${draft.slug})`.as("item_slug"),
      title:
        sql<string>`coalesce(${newer(titleIn(draft.draft, first), sql`coalesce(${lead.title}, ${standIn.title})`)}, '')`.as(
          "item_title",
        ),
      author:
        sql<string>`coalesce(${newer(sql`${draft.draft} #>> '{metadata,author}'`, entry.author)}, '')`.as(
          "item_author",
        ),
      state: sql<StudioState>`case
        when ${draft.deletedAt} is not null then 'bin'
        when ${entry.publishedAt} is null then 'draft'
        when ${entry.publishedAt} > ${now.toISOString()}::timestamptz then 'scheduled'
        else 'published' end`.as("item_state"),
      publishedAt: sql<Date | null>`${entry.publishedAt}`
        .mapWith(entry.publishedAt)
        .as("item_published_at"),
      isChanged: sql<boolean>`coalesce(${draft.isChanged}, false)`.as("item_changed"),
      isReady: sql<boolean>`coalesce(${isCurrent}, false)`.as("item_ready"),
      written: sql<string[]>`${written}`.as("item_written"),
      outdated: sql<Language[]>`${outdated(first, others)}`.as("item_outdated"),
      isOfFolder: sql<boolean>`coalesce(${entry.origin} = 'folder', false)`.as("item_of_folder"),
      editedAt: sql<Date | null>`${draft.editedAt}`.mapWith(draft.editedAt).as("item_edited_at"),
      motif:
        sql<string>`coalesce(${newer(sql`${draft.draft} #>> '{metadata,motif}'`, entry.motif)}, '')`.as(
          "item_motif",
        ),
      cover:
        sql<unknown>`${newer(sql`${draft.draft} #> '{metadata,cover}'`, sql`${entry.details} #> '{cover}'`)}`.as(
          "item_cover",
        ),
      /** By which the list is in order: when it was edited here, else when it appeared. */
      latest:
        sql<Date>`coalesce(${draft.editedAt}, ${entry.publishedAt}, ${entry.appearedAt}, 'epoch')`
          .mapWith(draft.editedAt)
          .as("item_latest"),
    })
    .from(entry)
    .fullJoin(draft, and(eq(draft.kind, entry.kind), eq(draft.slug, entry.slug)))
    .leftJoin(
      lead,
      and(eq(lead.kind, entry.kind), eq(lead.slug, entry.slug), eq(lead.language, first)),
    )
    .leftJoin(
      standIn,
      and(
        eq(standIn.kind, entry.kind),
        eq(standIn.slug, entry.slug),
        eq(standIn.language, entry.standIn),
      ),
    )
    .leftJoin(readyMarks, and(eq(readyMarks.kind, entry.kind), eq(readyMarks.slug, entry.slug)))
    .as("items");
}

type Items = ReturnType<typeof itemsAt>;

/** What the list can be narrowed to. */
type ListFilter = {
  kinds: readonly ContentKind[];
  state?: (typeof stateFilters)[number] | undefined;
  translation?: (typeof translationFilters)[number] | undefined;
  author?: string | undefined;
  q?: string | undefined;
  /** Languages of the portal. */
  languages: readonly Language[];
};

const hasOutdated = (items: Items) => sql`cardinality(${items.outdated}) > 0`;

const isReady = (items: Items) => and(items.isReady, inArray(items.state, ["draft", "scheduled"]));

/** SQL: a text as the search compares it, with words in parts as one. */
const joined = (text: SQL | SQL.Aliased | string) =>
  sql`trim(content_search_text(regexp_replace(${text}, '[-''’ʼ‘´\`‐‑&]', '', 'g')))`;

/** Title or slug contain the query as the search compares them: "startline" finds "start-line", and the reverse. */
const contains = ({ title, slug }: Items, query: string) =>
  or(
    sql`content_search_text(${title} || ' ' || ${slug}) like '%' || trim(content_search_text(${query})) || '%'`,
    sql`${joined(title)} like '%' || ${joined(query)} || '%'`,
  );

/** Those in the bin are listed by their own state only. */
function matches(items: Items, filter: ListFilter) {
  const { kinds, state, translation, author, q } = filter;
  const states = {
    changed: and(ne(items.state, "bin"), items.isChanged),
    ready: isReady(items),
    any: ne(items.state, "bin"),
  };
  return and(
    state === undefined
      ? states.any
      : state === "changed" || state === "ready"
        ? states[state]
        : eq(items.state, state),
    inArray(items.kind, [...kinds]),
    translation === "missing"
      ? sql`not ${items.written} @> ${sql.param([...filter.languages], entry.tags)}::text[]`
      : undefined,
    translation === "outdated" ? hasOutdated(items) : undefined,
    author ? eq(items.author, author) : undefined,
    q ? contains(items, q) : undefined,
  );
}

type Cursor = { at: Date; kind: ContentKind; slug: string };

/** Returns entries and working copies, the last edited first, after a place in that order. */
export async function findItems(
  database: Database,
  filter: ListFilter,
  { now, after, limit }: { now: Date; after: Cursor | null; limit: number },
): Promise<ItemRow[]> {
  const items = itemsAt(database, now, filter.languages);
  const isAfter =
    after &&
    sql`(${items.latest}, ${items.kind}, ${items.slug}) < (${after.at.toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  const order = [desc(items.latest), desc(items.kind), desc(items.slug)];
  // The rest of the columns would be computed for all entries before they are sorted.
  const keys = await database
    .select({ kind: items.kind, slug: items.slug })
    .from(items)
    .where(and(matches(items, filter), isAfter ?? undefined))
    .orderBy(...order)
    .limit(limit);
  if (keys.length === 0) return [];
  const isOnPage = keys.map(({ kind, slug }) => and(eq(items.kind, kind), eq(items.slug, slug)));
  return database
    .select()
    .from(items)
    .where(or(...isOnPage))
    .orderBy(...order);
}

/** Returns one of them; null if there is none. */
export async function findItem(
  { database, brand }: Pick<Portal, "database" | "brand">,
  { kind, slug }: EntryKey,
  now: Date,
) {
  const items = itemsAt(database, now, brand.languages);
  const [row] = await database
    .select()
    .from(items)
    .where(and(eq(items.kind, kind), eq(items.slug, slug)));
  return row ?? null;
}

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

/** Counts what waits, for the board. */
async function countItems({ database, brand }: Pick<Portal, "database" | "brand">, now: Date) {
  const items = itemsAt(database, now, brand.languages);
  const countOf = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [counts] = await database
    .select({
      drafts: countOf(eq(items.state, "draft")),
      scheduled: countOf(eq(items.state, "scheduled")),
      ready: countOf(isReady(items)),
      outdated: countOf(and(ne(items.state, "bin"), hasOutdated(items))),
    })
    .from(items)
    .where(inArray(items.kind, shownKinds(brand)));
  return counts ?? { drafts: 0, scheduled: 0, ready: 0, outdated: 0 };
}

const ofEntries = (database: Database) =>
  database.selectDistinct({ name: entry.author }).from(entry);
const ofPages = (database: Database) =>
  database.select({ name: contentAuthors.name }).from(contentAuthors);

/** Returns the names of the authors of entries and of author pages. */
async function listAuthorNames(database: Database): Promise<string[]> {
  const names = [...(await ofEntries(database)), ...(await ofPages(database))];
  return [...new Set(names.map(({ name }) => name))].toSorted();
}

/** The cover of a working copy may be anything. */
const listCoverSchema = z.object({ picture: z.string(), focus: coverSchema.shape.focus });

function presentListCover(cover: unknown, addressOf: AddressOf) {
  const { data } = listCoverSchema.safeParse(cover);
  return { picture: data ? addressOf(data.picture) : null, focus: data?.focus ?? null };
}

export const presentItem = (
  { written: all, latest: _latest, motif: _motif, cover: _cover, ...row }: ItemRow,
  brand: Pick<Brand, "languages">,
): StudioItem => ({
  ...row,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  editedAt: row.editedAt?.toISOString() ?? null,
  languages: languages.filter((one) => brand.languages.includes(one) && all.includes(one)),
});

/** What a new working copy of each kind begins with, besides title and author. */
const beginnings: Record<
  ContentKind,
  { metadata: Record<string, unknown>; front: Record<string, unknown> }
> = {
  articles: { metadata: {}, front: {} },
  blog: { metadata: {}, front: {} },
  recipes: {
    metadata: { prepMinutes: 10, cookMinutes: 20, servings: 1 },
    front: { ingredients: [] },
  },
  protocols: { metadata: { level: "beginner" }, front: { weeks: [] } },
  videos: { metadata: {}, front: {} },
};

function emptyDraft(
  kind: ContentKind,
  {
    title,
    author,
    motif,
    language,
  }: Record<"title" | "author" | "motif", string> & {
    language: Language;
  },
): Draft {
  const { metadata, front } = beginnings[kind];
  return {
    metadata: { author, tags: [], motif, ...metadata },
    texts: { [language]: { front: { title, summary: "", ...front }, body: "" } },
  };
}

const { format, parse } = createCursors(z.extend(entryParams, { at: cursorTime }));

/** The list of entries and working copies, and new ones, for admins (docs/decisions/0051-studio.md). */
export default async function listRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  const signingKey = memoizedSigningKey(database);

  serve(app, listStudio, async ({ query: { cursor, kind, ...query } }, request) => {
    const kinds = shownKinds(portal.brand).filter((it) => kind === undefined || it === kind);
    const filter = { ...query, kinds, languages: portal.brand.languages };
    const limit = pageSizes.max;
    const after = cursor === undefined ? null : parse(cursor);
    const found = await findItems(database, filter, { now: now(), after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const grant = { key: await signingKey(), session: requireAdmin(request).id, now: now() };
    return {
      items: page.map((item) => ({
        ...presentItem(item, app.portal.brand),
        motif: item.motif,
        ...presentListCover(item.cover, studioAddressOf(item, grant)),
      })),
      nextCursor: last ? format({ ...last, at: last.latest }) : null,
      authors: after ? [] : await listAuthorNames(database),
    };
  });

  serve(app, countStudio, () => countItems(portal, now()));

  serve(app, createDraft, async ({ body: { kind, title } }, request) => {
    const { userId, name } = requireAdmin(request);
    if (!isKindShown(portal.brand, kind)) throw new ApiError("not-found");
    const language = leadLanguage(portal.brand.languages);
    const base = slugOf(title).slice(0, 100).replace(/-$/, "") || kind;
    for (let at = 1; ; at += 1) {
      const slug = at === 1 ? base : `${base}-${at}`;
      if (await isTaken(database, { kind, slug })) continue;
      const isInserted = await insertDraft(database, {
        kind,
        slug,
        draft: emptyDraft(kind, { title, author: name, motif: defaultMotif, language }),
        files: {},
        isChanged: true,
        revision: 1,
        editedAt: now(),
        editedBy: userId,
        textsChangedAt: { [language]: now().toISOString() },
        deletedAt: null,
      });
      if (isInserted) return { kind, slug };
    }
  });
}
