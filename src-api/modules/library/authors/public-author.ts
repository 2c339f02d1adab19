import type { Author } from "#shared/api/authors.ts";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { findAuthor } from "./author-store.ts";

/** Returns an author as anybody may see it; null if there is none. */
export async function publicAuthor(
  database: Database,
  slug: string,
  language: Language,
): Promise<Author | null> {
  const author = await findAuthor(database, slug);
  if (!author) return null;
  const { name, credentials, body } = author;
  return {
    slug,
    name,
    credentials: localised(credentials, language),
    body: localised(body, language),
    language: body[language] === undefined ? defaultLanguage : language,
    languages: languages.filter((one) => body[one] !== undefined),
  };
}
