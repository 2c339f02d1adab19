import type { FastifyInstance } from "fastify";
import { isActiveMember } from "#shared/active-member.ts";
import { searchContent, type SearchResult } from "#shared/api/content-search.ts";
import { pageSizes } from "#shared/api/library.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { serve } from "#api/http/serve.ts";
import { presentTag } from "#api/modules/library/entries/present.ts";
import { createMatcher, detailsText, divide, excerptOf, type Matcher } from "./highlight.ts";
import {
  formatSearchCursor,
  parseSearchCursor,
  findMatches,
  type FoundRow,
} from "./search-store.ts";

type Found = Awaited<ReturnType<typeof findMatches>>;

/** Returns the surroundings of a match in a body, else in the details; for others than members there are none. */
function excerptIn({ body, details }: FoundRow, isMatch: Matcher) {
  if (body === null) return [];
  const inBody = excerptOf(body, isMatch);
  return inBody.length > 0 ? inBody : excerptOf(detailsText(details), isMatch);
}

function presentResult(row: FoundRow, found: Found, language: Language): SearchResult {
  const { kind, slug, title, summary } = row;
  const isMatch = createMatcher(found.marks, row.language);
  const [inTitle, inSummary] = [divide(title, isMatch), divide(summary, isMatch)];
  const isSeen = [...inTitle, ...inSummary].some((part) => part.isMatch);
  const isNamed = (tag: string) => found.marks.some(({ text }) => text === `#${tag}`);
  return {
    kind,
    slug,
    language: row.language,
    title,
    summary,
    tags: row.tags.map((tag) => ({
      ...presentTag(tag, found.tagNames, language),
      isMatch: isNamed(tag),
    })),
    author: {
      name: row.author,
      isMatch: divide(row.author, isMatch).some((part) => part.isMatch),
    },
    highlights: {
      title: inTitle,
      summary: inSummary,
      excerpt: isSeen ? [] : excerptIn(row, isMatch),
    },
  };
}

/** The search over everything. Only members search the bodies: a match reveals what they say. */
export default async function searchRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, searchContent, async ({ query }, { language, session }) => {
    const { q, tag, sort = "best" } = query;
    const limit = query.limit ?? pageSizes.default;
    const after = query.cursor === undefined ? null : parseSearchCursor(query.cursor);
    if (after && after.sort !== sort) throw new ApiError("validation");
    if (q === "") return { items: [], nextCursor: null };
    const chosen = new Set<string>(query.kinds?.split(","));
    const kinds = query.kinds ? contentKinds.filter((kind) => chosen.has(kind)) : null;
    const inBody = isActiveMember("held", session);
    const search = { q, language, now: now(), kinds, tag, sort, inBody };
    const found = await findMatches(database, search, { after, limit });
    const rows = found.rows.slice(0, limit);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => presentResult(row, found, language)),
      nextCursor: last
        ? formatSearchCursor({ ...last, sort, publishedAt: Date.parse(last.publishedAt) })
        : null,
    };
  });
}
