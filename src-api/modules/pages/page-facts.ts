import type { Thing } from "schema-dts";
import { pageSizes, type Preview, type Teaser } from "#shared/api/library.ts";
import type { Author } from "#shared/api/authors.ts";
import { contentKinds, entryOfPath, type ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { ownNameOf } from "#shared/parts.ts";
import { matchRoute, routePath, routes, type RouteId } from "#shared/routes.ts";
import type { InstalledBrand } from "#api/brand.ts";
import { pageTitleIn, textsIn } from "#api/infra/i18n/messages.ts";
import { pictureOfEntry, pictureOfPage, type LinkPicture } from "./link-pictures/link-picture.ts";
import {
  isItemRoute,
  isPublicRoute,
  type ItemRouteId,
  type PublicRouteId,
} from "./public-routes.ts";
import type { PublicReads } from "./public-reads.ts";
import { structuredData } from "./structured-data.ts";
import { authorData, entryData } from "./structured-items.ts";

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
  changedAt?: string | undefined;
};

/** What the head of a page says about it, before any script runs. */
export type PageFacts = {
  id: RouteId | null;
  language: Language;
  title: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
  /** Whether the page is sent with its content. */
  isRendered?: boolean;
  /** Null for pages of which link previews show nothing. */
  preview: PagePreview | null;
  structuredData: readonly Thing[];
  languages: readonly Language[];
  /** Whether there is nothing at the address. */
  isMissing: boolean;
};

export type FactSources = {
  brand: InstalledBrand;
  /** Returns the origin of the portal, without a slash at the end. */
  origin: () => string;
  reads: PublicReads;
  linkPicturePath: (picture: LinkPicture) => string;
};

type WantedPage = { id: RouteId | null; path: string; language: Language };

const pagesWithPlans: ReadonlySet<RouteId> = new Set(["home", "memberships"]);

const maxSlugLength = 120;

/** Without a database the page is still served and shows its own error state. */
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
      : {
          title: pageTitleIn(brand, id, language),
          // The sentence about articles would call them so; the owner's own says what they are.
          description:
            id === "articles" && ownNameOf(brand, id, language)
              ? brand.texts[language].library.articles
              : t(`descriptions:${key}`, { brand: brand.name }),
        };
  const picture = pictureOfPage(id, language, brand);
  const imageUrl = origin + linkPicturePath(picture);
  const image = {
    url: imageUrl,
    alt: t("descriptions:picture.page", { brand: brand.name, title: picture.title }),
  };
  const content = await contentOf(id, language, sources);
  const pictureOf = (teaser: Teaser) =>
    origin + linkPicturePath(pictureOfEntry(teaser, language, sources.brand));
  const described = { id, language, origin, brand, title, description, content };
  return {
    id,
    language,
    title: `${title} · ${brand.name}`,
    indexed: true,
    preview: { type: "website", title, description, path, language, image },
    structuredData: structuredData({ ...described, picture: imageUrl, pictureOf }),
    languages: brand.languages,
    isMissing: false,
  };
}

/** Returns the preview of a link to a published entry, from its public teaser. */
function entryPreview(teaser: Teaser, language: Language, sources: FactSources): PagePreview {
  const { kind, slug, title, summary, publishedAt, changedAt } = teaser;
  return {
    type: "article",
    title,
    description: summary,
    path: routePath("preview", { kind, slug }),
    language: teaser.language,
    image: {
      url:
        sources.origin() + sources.linkPicturePath(pictureOfEntry(teaser, language, sources.brand)),
      alt: textsIn(teaser.language)("descriptions:picture.entry", { title }),
    },
    publishedAt,
    changedAt,
  };
}

/** Returns which entry the address of its page or its preview names; null for other addresses. */
export function entryAt(path: string): { kind: ContentKind; slug: string } | null {
  if (matchRoute(path) !== "preview") return entryOfPath(path);
  const [kind, slug = ""] = path.split("/").slice(2).map(decodeURIComponent);
  const known = contentKinds.find((one) => one === kind);
  return known ? { kind: known, slug } : null;
}

/** An address below a route of items: an entry's preview, or the page of an author. */
type ItemPage = { id: ItemRouteId; path: string; language: Language };
type Item = { kind: "entry"; entry: Preview } | { kind: "author"; author: Author };

/** Returns the entry or author of an address; null if there is none. */
async function itemOf({ id, path, language }: ItemPage, reads: PublicReads): Promise<Item | null> {
  const parts = path.split("/").slice(2).map(decodeURIComponent);
  const slug = parts.at(-1) ?? "";
  if (slug.length > maxSlugLength) return null;
  if (id === "author") {
    const author = await reads.author({ slug, language });
    return author && { kind: "author", author };
  }
  const kind: ContentKind | undefined = contentKinds.find((known) => known === parts[0]);
  const entry = kind ? await reads.preview({ kind, slug, language }) : null;
  return entry && { kind: "entry", entry };
}

/** Returns whether a public page has something to show; true where it needs no entry or author, or that cannot be known. */
export async function hasItem(
  { id, ...page }: { id: RouteId; path: string; language: Language },
  reads: PublicReads,
): Promise<boolean> {
  if (!isItemRoute(id)) return true;
  return (await unlessUnreadable(itemOf({ id, ...page }, reads), true)) !== null;
}

function authorPreview(author: Author, language: Language, sources: FactSources): PagePreview {
  const { brand, linkPicturePath } = sources;
  const picture = pictureOfPage("about", language, brand);
  return {
    type: "website",
    title: author.name,
    description: author.credentials,
    path: routePath("author", { slug: author.slug }),
    language: author.language,
    image: {
      url: sources.origin() + linkPicturePath(picture),
      alt: textsIn(language)("descriptions:picture.page", {
        brand: brand.name,
        title: picture.title,
      }),
    },
  };
}

/** Returns the facts of the page of an entry or author. */
async function itemFacts(page: ItemPage, sources: FactSources): Promise<PageFacts> {
  const { id, language } = page;
  const { brand, reads } = sources;
  const item = await unlessUnreadable(itemOf(page, reads), "unreadable" as const);
  if (item === null || item === "unreadable") {
    const missing = item === null;
    const title = missing ? textsIn(language)("titles:notFound") : pageTitleIn(brand, id, language);
    return {
      id,
      language,
      languages: brand.languages,
      preview: null,
      structuredData: [],
      title: `${title} · ${brand.name}`,
      indexed: false,
      isMissing: missing,
    };
  }
  const preview =
    item.kind === "entry"
      ? entryPreview(item.entry, language, sources)
      : authorPreview(item.author, language, sources);
  const site = { brand, origin: sources.origin(), language, picture: preview.image.url };
  return {
    id,
    language,
    languages: (item.kind === "entry" ? item.entry : item.author).languages.filter((written) =>
      brand.languages.includes(written),
    ),
    title: `${preview.title} · ${brand.name}`,
    indexed: true,
    isMissing: false,
    preview,
    structuredData:
      item.kind === "entry" ? entryData(item.entry, site) : authorData(item.author, site),
  };
}

/** Returns the facts of a page; the id null is that of unknown addresses. Entries have what everybody may see. */
export async function pageFacts(page: WantedPage, sources: FactSources): Promise<PageFacts> {
  const { id, language } = page;
  if (id !== null && isPublicRoute(id)) return publicFacts(id, language, sources);
  if (id !== null && isItemRoute(id)) return itemFacts({ ...page, id }, sources);
  const title =
    id === null ? textsIn(language)("titles:notFound") : pageTitleIn(sources.brand, id, language);
  const entry = id && entryOfPath(page.path);
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
    languages: sources.brand.languages,
    isMissing: id === null,
  };
}
