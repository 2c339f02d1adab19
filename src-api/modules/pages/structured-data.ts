import type {
  BreadcrumbList,
  FAQPage,
  ItemList,
  Offer,
  Organization,
  Product,
  Thing,
  WebPage,
  WebSite,
} from "schema-dts";
import type { Plan } from "#shared/api/catalogue.ts";
import type { Teaser } from "#shared/api/library.ts";
import { formatCountry } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { decimalAmount } from "#shared/money.ts";
import { routes } from "#shared/routes.ts";
import type { InstalledBrand } from "#api/brand.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import type { PublicRouteId } from "./public-routes.ts";
import { entryThing } from "./structured-items.ts";

export type DescribedPage = {
  id: PublicRouteId;
  language: Language;
  /** Origin of the portal, without a slash at the end. */
  origin: string;
  brand: InstalledBrand;
  title: string;
  description: string;
  /** The plans that it shows with their prices, and the articles that it lists. */
  content: { plans: Plan[]; articles: Teaser[] };
  picture: string;
  pictureOf: (teaser: Teaser) => string;
};

const urlOf = (page: DescribedPage, id: PublicRouteId): string =>
  localisedUrl(page, routes[id].path, page.language);

const reference = (origin: string, name: "organization" | "website") => ({
  "@id": `${origin}/#${name}`,
});

const organization = ({ origin, brand, language }: DescribedPage): Organization => ({
  "@type": "Organization",
  ...reference(origin, "organization"),
  name: brand.name,
  legalName: brand.owner,
  url: `${origin}/`,
  logo: {
    "@type": "ImageObject",
    url: `${origin}/icon-512.png`,
    width: { "@type": "QuantitativeValue", value: 512, unitCode: "E37" },
    height: { "@type": "QuantitativeValue", value: 512, unitCode: "E37" },
  },
  email: brand.contactEmail,
  address: [brand.address, brand.country && formatCountry(brand.country, language)]
    .filter(Boolean)
    .join(", "),
  sameAs: brand.social.map(({ url }) => url),
});

const website = ({ origin, brand, description }: DescribedPage): WebSite => ({
  "@type": "WebSite",
  ...reference(origin, "website"),
  name: brand.name,
  url: `${origin}/`,
  description,
  inLanguage: brand.languages,
  publisher: reference(origin, "organization"),
});

/** The units of a subscription's period (UN/CEFACT). */
const periodUnits: Record<Plan["period"], string> = { monthly: "MON", yearly: "ANN" };

function offer(page: DescribedPage, { sku, name, price, period }: Plan): Offer {
  const cost = { price: decimalAmount(price), priceCurrency: price.currency };
  return {
    "@type": "Offer",
    sku,
    name,
    url: urlOf(page, "memberships"),
    ...cost,
    availability: "https://schema.org/InStock",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      ...cost,
      billingDuration: 1,
      billingIncrement: 1,
      unitCode: periodUnits[period],
    },
    seller: { "@type": "Organization", name: page.brand.owner, url: `${page.origin}/` },
  };
}

/** The membership with an offer for each plan; nothing where the page shows no plans. */
function membership(page: DescribedPage): Product[] {
  const { brand, content, language, origin, picture } = page;
  if (content.plans.length === 0) return [];
  const t = textsIn(language);
  return [
    {
      "@type": "Product",
      "@id": `${origin}${routes.memberships.path}#membership`,
      name: t("descriptions:product.name", { brand: brand.name }),
      description: t("descriptions:memberships", { brand: brand.name }),
      image: picture,
      brand: { "@type": "Brand", name: brand.name },
      offers: content.plans.map((plan) => offer(page, plan)),
    },
  ];
}

const questions = ({ language, brand }: DescribedPage): FAQPage => ({
  "@type": "FAQPage",
  inLanguage: language,
  mainEntity: brand.texts[language].questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question.replaceAll("{{name}}", brand.name),
    acceptedAnswer: { "@type": "Answer", text: answer.replaceAll("{{name}}", brand.name) },
  })),
});

const articleList = (page: DescribedPage): ItemList => ({
  "@type": "ItemList",
  itemListElement: page.content.articles.map((teaser, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: entryThing(teaser, { ...page, picture: page.pictureOf(teaser) }),
  })),
});

const breadcrumbs = (page: DescribedPage): BreadcrumbList => ({
  "@type": "BreadcrumbList",
  itemListElement: [
    { name: page.brand.name, item: urlOf(page, "home") },
    { name: page.title, item: urlOf(page, page.id) },
  ].map((place, index) => ({ "@type": "ListItem", position: index + 1, ...place })),
});

const pageTypes = {
  home: "WebPage",
  articles: "CollectionPage",
  about: "AboutPage",
  memberships: "WebPage",
  contact: "ContactPage",
  terms: "WebPage",
  privacy: "WebPage",
  regulations: "WebPage",
  announcements: "CollectionPage",
  withdrawal: "WebPage",
} as const satisfies Record<PublicRouteId, string>;

function webPage(page: DescribedPage): WebPage {
  const { id, language, origin, brand, title, description, picture } = page;
  const inForceSince: Partial<Record<PublicRouteId, string>> = brand.legalVersions;
  return {
    "@type": pageTypes[id],
    url: urlOf(page, id),
    name: title,
    description,
    inLanguage: language,
    primaryImageOfPage: { "@type": "ImageObject", url: picture },
    isPartOf: reference(origin, "website"),
    ...(inForceSince[id] && { dateModified: inForceSince[id] }),
    ...(id === "articles" && { mainEntity: articleList(page) }),
  };
}

/** Returns the JSON-LD of a public page. */
export function structuredData(page: DescribedPage): Thing[] {
  if (page.id === "home") {
    const described = [organization(page), website(page), webPage(page)];
    return [...described, ...membership(page), questions(page)];
  }
  return [webPage(page), ...membership(page), breadcrumbs(page)];
}
