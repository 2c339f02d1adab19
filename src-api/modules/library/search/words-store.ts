import { defaultLanguage, type Language } from "#shared/languages.ts";
import { sql, type SQL } from "#api/infra/database/drizzle.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

/** Words that texts are searched for. */
export type Words = {
  q: string;
  /** Language of the caller. */
  language: Language;
  inBody: boolean;
};

/** Selects the languages in which the caller sees texts, as `language`. */
const languagesOf = ({ language }: Words) =>
  sql`unnest(${sql.param([...new Set([language, defaultLanguage])], contentEntries.tags)}::text[]) as language`;

/** Selects what the words of a search stand for in each language. */
export const selectTerms = (words: Words, { typos }: { typos: boolean }): SQL =>
  sql`select language, term.* from ${languagesOf(words)},
    content_search_terms(${words.q}::text, language, ${words.language}::text, ${words.inBody}::boolean, ${typos}::boolean) as term`;

/** Selects for each language the query for all words, and for any word, by which texts are ranked. */
export const selectQueries = (words: Words, terms: SQL) => sql`select wanted.language, query.*
  from (select * from ${languagesOf(words)}) as wanted, lateral (
    select
      content_search_query(array_agg(place), array_agg(term), array_agg(is_prefix), '&') as all_words,
      content_search_query(array_agg(place), array_agg(term), array_agg(is_prefix), '|') as any_word
    from ${terms} as term where term.language = wanted.language
  ) as query`;
