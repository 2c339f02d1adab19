import type { Thing } from "schema-dts";
import { pageSizes, type Teaser } from "#shared/api/library.ts";
import { entryOfPath, kindFacts } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { routePath, routes, type RouteId } from "#shared/routes.ts";
import type { InstalledBrand } from "../../brand.ts";
import { textsIn } from "../../infra/i18n/messages.ts";
import { pictureOfEntry, pictureOfPage, type LinkPicture } from "./link-pictures/link-picture.ts";
import { isPublicRoute, type PublicRouteId } from "./public-routes.ts";
import type { PublicReads } from "./public-reads.ts";
import { structuredData } from "./structured-data.ts";

/** What a link preview shows. */
export type PagePreview = {
  type: "website" | "article";
  title: string;
  description: string;
  path: string;
  /** Language of title and description, which may be the fallback's. */
  language: Language;
  image: { url: string; alt: string };
  /** Of an article: when it was published (ISO). */
  publishedAt?: string;
};

/** What the head of a page says about it, before any script runs. */
export type PageFacts = {
  id: RouteId | null;
  language: Language;
  title: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
  /** Null for pages of which link previews show nothing. */
  preview: PagePreview | null;
  /** The page's JSON-LD. */
  structuredData: readonly Thing[];
};

/** Where the facts come from. */
export type FactSources = {
  brand: InstalledBrand;
  /** Returns the origin of the portal, without a slash at the end. */
  origin: () => string;
  reads: PublicReads;
  linkPicturePath: (picture: LinkPicture) => string;
};

type WantedPage = { id: RouteId | null; path: string; language: Language };

/** Pages that show the plans with their prices. */
const pagesWithPlans: ReadonlySet<RouteId> = new Set(["home", "memberships"]);

const maxSlugLength = 120;

/** Without a database pages are sent all the same: they show by themselves what they cannot load. */
const unlessUnreadable = <Value, Fallback>(read: Promise<Value>, fallback: Fallback) =>
  read.catch(() => fallback);

async function contentOf(id: PublicRouteId, language: Language, { reads }: FactSources) {
  const articles = { kinds: ["articles"] as const, language, limit: pageSizes.default };
  return {
    plans: pagesWithPlans.has(id) ? await unlessUnreadable(reads.plans(language), []) : [],
    articles: id === "articles" ? await unlessUnreadable(reads.newest(articles), []) : [],
  };
}

/** Returns the facts of a public page. The home page is described by the brand. */
async function publicFacts(
  id: PublicRouteId,
  language: Language,
  sources: FactSources,
): Promise<PageFacts> {
  const { brand, linkPicturePath } = sources;
  const origin = sources.origin();
  const t = textsIn(language);
  const { title: key, path } = routes[id];
  const { title, description } =
    id === "home"
      ? brand.texts[language].home
      : { title: t(`titles:${key}`), description: t(`descriptions:${key}`, { brand: brand.name }) };
  const picture = pictureOfPage(id, language, brand);
  const imageUrl = origin + linkPicturePath(picture);
  const image = {
    url: imageUrl,
    alt: t("descriptions:picture.page", { brand: brand.name, title: picture.title }),
  };
  const content = await contentOf(id, language, sources);
  const pictureOf = (teaser: Teaser) => origin + linkPicturePath(pictureOfEntry(teaser, language));
  const described = { id, language, origin, brand, title, description, content };
  return {
    id,
    language,
    title: `${title} · ${brand.name}`,
    indexed: true,
    preview: { type: "website", title, description, path, language, image },
    structuredData: structuredData({ ...described, picture: imageUrl, pictureOf }),
  };
}

/** Returns what a link to a published entry shows: what its teaser tells everybody. */
function entryPreview(teaser: Teaser, language: Language, sources: FactSources): PagePreview {
  const { kind, slug, title, summary, publishedAt } = teaser;
  return {
    type: "article",
    title,
    description: summary,
    path: routePath(kindFacts[kind].entry, { id: slug }),
    language: teaser.language,
    image: {
      url: sources.origin() + sources.linkPicturePath(pictureOfEntry(teaser, language)),
      alt: textsIn(teaser.language)("descriptions:picture.entry", { title }),
    },
    publishedAt,
  };
}

/**
 * Returns the facts of an address's page in a language; the id null is the page for unknown addresses.
 * Entries have a preview of what everybody may see, and nothing else says whether there is one.
 */
export async function pageFacts(page: WantedPage, sources: FactSources): Promise<PageFacts> {
  const { id, language } = page;
  if (id !== null && isPublicRoute(id)) return publicFacts(id, language, sources);
  const title = textsIn(language)(id === null ? "titles:notFound" : `titles:${routes[id].title}`);
  const entry = entryOfPath(page.path);
  const teaser =
    entry && entry.slug.length <= maxSlugLength
      ? await unlessUnreadable(sources.reads.teaser({ ...entry, language }), null)
      : null;
  return {
    id,
    language,
    title: `${teaser?.title ?? title} · ${sources.brand.name}`,
    indexed: false,
    preview: teaser && entryPreview(teaser, language, sources),
    structuredData: [],
  };
}
