import type {
  Article,
  BlogPosting,
  BreadcrumbList,
  HowTo,
  Person,
  ProfilePage,
  Recipe,
  Thing,
  VideoObject,
  WebPageElement,
} from "schema-dts";
import type { Author } from "#shared/api/authors.ts";
import type { Preview, Teaser } from "#shared/api/library.ts";
import { membersOnlyClass } from "#shared/content-kinds.ts";
import { formatNumber } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { routePath, routes } from "#shared/routes.ts";
import type { InstalledBrand } from "#api/brand.ts";
import { pageTitleIn, textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";

export type ItemSite = {
  /** Origin of the portal, without a slash at the end. */
  origin: string;
  language: Language;
  brand: InstalledBrand;
  /** Address of the picture of its link preview. */
  picture: string;
};

type Described = Teaser & Partial<Preview>;

const isoMinutes = (minutes: number) => `PT${minutes}M`;

const authorOf = ({ author, authorSlug }: Described, site: ItemSite): Person => ({
  "@type": "Person",
  name: author,
  url: localisedUrl(
    site,
    authorSlug === undefined ? routes.about.path : routePath("author", { slug: authorSlug }),
    site.language,
  ),
});

/** The part that only members read, as search engines ask for texts behind a paywall. */
const behindWall: WebPageElement = {
  "@type": "WebPageElement",
  isAccessibleForFree: false,
  cssSelector: `.${membersOnlyClass}`,
};

function common(entry: Described, site: ItemSite) {
  const { kind, slug, title, summary, publishedAt, changedAt, language, free = false } = entry;
  const { brand, origin, picture } = site;
  return {
    url: localisedUrl(site, routePath("preview", { kind, slug }), site.language),
    name: title,
    description: summary,
    image: entry.cover ? origin + entry.cover.src : picture,
    datePublished: publishedAt,
    dateModified: changedAt ?? publishedAt,
    author: authorOf(entry, site),
    publisher: { "@type": "Organization", name: brand.name, url: `${origin}/` },
    inLanguage: language,
    isAccessibleForFree: free,
    ...(!free && { hasPart: behindWall }),
  } as const;
}

function recipe(entry: Described, site: ItemSite): Recipe {
  const { prepMinutes = 0, cookMinutes = 0, servings = 1 } = entry.recipe ?? {};
  const t = textsIn(entry.language);
  const amounts = entry.whole?.ingredients?.map(({ quantity, unit, name }) => {
    const amount = { count: quantity, quantity: formatNumber(quantity, entry.language) };
    return `${t(`recipe:unit.${unit}`, amount)} ${name}`;
  });
  const ingredients = amounts ?? entry.ingredientNames;
  return {
    "@type": "Recipe",
    ...common(entry, site),
    prepTime: isoMinutes(prepMinutes),
    cookTime: isoMinutes(cookMinutes),
    totalTime: isoMinutes(prepMinutes + cookMinutes),
    recipeYield: `${servings}`,
    ...(ingredients && { recipeIngredient: ingredients }),
    ...(entry.whole && { recipeInstructions: entry.whole.body }),
  };
}

function training(entry: Described, site: ItemSite): HowTo {
  const weeks = entry.whole?.weeks ?? (entry.openWeek ? [entry.openWeek] : []);
  return {
    "@type": "HowTo",
    ...common(entry, site),
    totalTime: `P${entry.protocol?.weeks ?? weeks.length}W`,
    step: weeks.map(({ title, sessions }) => ({
      "@type": "HowToSection",
      name: title,
      itemListElement: sessions.map(({ title: name, description: text }) => ({
        "@type": "HowToStep",
        name,
        text,
      })),
    })),
  };
}

function video(entry: Described, site: ItemSite): VideoObject {
  const { durationSeconds = 0, poster = "" } = entry.video ?? {};
  const film = entry.whole?.media;
  return {
    "@type": "VideoObject",
    ...common(entry, site),
    thumbnailUrl: `${site.origin}${poster}`,
    uploadDate: entry.publishedAt,
    duration: `PT${durationSeconds}S`,
    ...(film && { contentUrl: `${site.origin}${film.source.src}` }),
  };
}

/** Returns an entry as a schema.org item. */
export function entryThing(
  entry: Described,
  site: ItemSite,
): Article | BlogPosting | Recipe | HowTo | VideoObject {
  switch (entry.kind) {
    case "articles":
      return { "@type": "Article", headline: entry.title, ...common(entry, site) };
    case "blog":
      return { "@type": "BlogPosting", headline: entry.title, ...common(entry, site) };
    case "recipes":
      return recipe(entry, site);
    case "protocols":
      return training(entry, site);
    case "videos":
      return video(entry, site);
  }
}

function trail(site: ItemSite, places: [string, string][]): BreadcrumbList {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [[site.brand.name, routes.home.path] as const, ...places].map(
      ([name, path], index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: localisedUrl(site, path, site.language),
      }),
    ),
  };
}

export function entryData(entry: Preview, site: ItemSite): Thing[] {
  const { kind, slug, title } = entry;
  const places: [string, string][] = [
    [pageTitleIn(site.brand, "articles", site.language), routes.articles.path],
    [title, routePath("preview", { kind, slug })],
  ];
  // only the list of articles is open to anybody
  return [entryThing(entry, site), trail(site, kind === "articles" ? places : places.slice(1))];
}

export function authorData({ slug, name, credentials }: Author, site: ItemSite): Thing[] {
  const path = routePath("author", { slug });
  const url = localisedUrl(site, path, site.language);
  const person: Person = { "@type": "Person", name, description: credentials, url };
  const profile: ProfilePage = {
    "@type": "ProfilePage",
    url,
    name,
    inLanguage: site.language,
    mainEntity: person,
  };
  return [profile, trail(site, [[name, path]])];
}
