import type { Plan } from "#shared/api/catalogue.ts";
import type { Author } from "#shared/api/authors.ts";
import type { Preview, Teaser } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { createSharedAnswers } from "#api/infra/public-content/public-content.ts";
import type { Portal } from "#api/portal.ts";
import { listPublished } from "#api/modules/announcements/module.ts";
import { findPlans } from "#api/modules/billing/module.ts";
import {
  findRedirectedSlug,
  listPublicItems,
  newestTeasers,
  publicAuthor,
  publicPreview,
  publicTeaser,
  type FeedTeaser,
  type PublicItems,
} from "#api/modules/library/module.ts";

/** How long a cached answer is reused: briefly, so that scheduled entries appear on time. */
const trustedForMs = 500;
/** Maximum number of cached answers per read function. */
const cacheSize = 300;

type EntryInLanguage = { kind: ContentKind; slug: string; language: Language };

/** Reads of public content for page heads, feeds, link previews and the sitemap. */
export type PublicReads = {
  teaser: (key: EntryInLanguage) => Promise<Teaser | null>;
  /** Returns the current slug of the entry that once had this slug; null if there is none, or another has it now. */
  moved: (key: Omit<EntryInLanguage, "language">) => Promise<string | null>;
  preview: (key: EntryInLanguage) => Promise<Preview | null>;
  author: (key: { slug: string; language: Language }) => Promise<Author | null>;
  /** Returns all published entries and authors, as listed in the sitemap. */
  items: (wanted?: undefined) => Promise<PublicItems>;
  /** Returns the newest teasers of the given kinds, or of all kinds. */
  newest: (wanted: {
    kinds?: readonly ContentKind[];
    language: Language;
    limit: number;
  }) => Promise<FeedTeaser[]>;
  plans: (language: Language) => Promise<Plan[]>;
  /** Returns when an announcement was last published or changed (ISO 8601); null if there is none. */
  lastAnnouncement: (wanted?: undefined) => Promise<string | null>;
};

/** Creates the reads. Answers are cached until the content changes, at most for `trustedForMs`. */
export function createPublicReads(portal: Portal): PublicReads {
  const { database, now } = portal;
  const remembered = <Wanted, Value>(read: (wanted: Wanted) => Promise<Value>) => {
    const answers = createSharedAnswers<Value>(portal, cacheSize);
    return async (wanted: Wanted): Promise<Value> => {
      const make = async () => ({
        value: await read(wanted),
        validUntil: new Date(now().getTime() + trustedForMs),
      });
      const { value } = await answers.get(JSON.stringify(wanted), make);
      return value;
    };
  };
  return {
    teaser: remembered((key) => publicTeaser(portal, key)),
    moved: remembered((key) => findRedirectedSlug(portal, key)),
    preview: remembered((key) => publicPreview(portal, key)),
    author: remembered(({ slug, language }) => publicAuthor(portal, slug, language)),
    items: remembered(() => listPublicItems(portal)),
    newest: remembered((wanted) => newestTeasers(portal, wanted)),
    plans: remembered((language) => findPlans(database, language)),
    lastAnnouncement: remembered(async () => {
      const shown = await listPublished(database, now());
      const times = shown.map(({ publishedAt, changedAt }) => (changedAt ?? publishedAt).getTime());
      return shown.length > 0 ? new Date(Math.max(...times)).toISOString() : null;
    }),
  };
}
