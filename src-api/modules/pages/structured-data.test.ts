import { describe, expect, test } from "vitest";
import { languages } from "#shared/languages.ts";
import { routes } from "#shared/routes.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { publicRouteIds } from "./public-routes.ts";

const portal = await forFile(createPagesPortal());

type Data = { "@type": string } & Record<string, unknown>;

/** Returns the things in a page's JSON-LD. */
async function dataOf(address: string): Promise<Data[]> {
  const blocks = (await portal.page(address)).matchAll(
    /<script type="application\/ld\+json">([^<]*)<\/script>/g,
  );
  return [...blocks].flatMap(([, json = ""]) => JSON.parse(json)["@graph"] as Data[]); // as the page writes it
}

const ofType = async (type: string, address: string) =>
  (await dataOf(address)).filter((thing) => thing["@type"] === type);

/** Fields that search engines require of what they show specially, or recommend for it. */
const wantedFields: Record<string, string[]> = {
  Organization: ["name", "url"],
  WebSite: ["name", "url"],
  Product: ["name", "image", "description", "brand", "offers"],
  Offer: ["price", "priceCurrency", "availability", "url"],
  FAQPage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position"],
  ItemList: ["itemListElement"],
  Article: ["headline", "image", "datePublished", "author", "isAccessibleForFree", "hasPart"],
  WebPageElement: ["isAccessibleForFree", "cssSelector"],
  BlogPosting: ["headline", "image", "datePublished", "author", "isAccessibleForFree", "hasPart"],
  Recipe: ["name", "image", "author", "totalTime", "recipeYield", "recipeIngredient"],
  HowTo: ["name", "image", "totalTime", "step"],
  HowToSection: ["name", "itemListElement"],
  HowToStep: ["name", "text"],
  VideoObject: ["name", "description", "thumbnailUrl", "uploadDate", "duration"],
  ProfilePage: ["mainEntity"],
  Person: ["name"],
  Brand: ["name"],
  ImageObject: ["url"],
};

/** Returns every thing within a value that has a type. */
function thingsIn(value: unknown): Data[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(thingsIn);
  return "@type" in value ? [value as Data, ...inner] : inner; // it has the only required field
}

const previews = {
  "/preview/articles/weave-entries": "Article",
  "/preview/blog/a-diary": "BlogPosting",
  "/preview/recipes/liver-cubes": "Recipe",
  "/preview/protocols/ring-confidence": "HowTo",
  "/preview/videos/front-cross": "VideoObject",
};

const addresses = [
  ...publicRouteIds.map((id) => routes[id].path),
  ...Object.keys(previews),
].flatMap((path) => languages.map((language) => `${path}?lang=${language}`));

describe.each(addresses)("the structured data of %s", (address) => {
  test("have every field that search engines want, and none that is empty", async () => {
    const things = (await dataOf(address)).flatMap(thingsIn);
    expect(things.length).toBeGreaterThan(3);
    const missing = things.flatMap((thing) =>
      (wantedFields[thing["@type"]] ?? [])
        .filter((field) => thing[field] === undefined || thing[field] === "")
        .map((field) => `${thing["@type"]}.${field}`),
    );
    expect(missing).toEqual([]);
  });

  test("name absolute addresses of this portal", async () => {
    const json = JSON.stringify(await dataOf(address));
    const urls = [...json.matchAll(/"(?:url|item|image|@id)":"([^"]*)"/g)].map(([, url]) => url);
    expect(urls.filter((url) => !url?.startsWith("http://portal.test/"))).toEqual([]);
  });
});

test("a page below home has breadcrumbs that begin there", async () => {
  const [trail] = await ofType("BreadcrumbList", "/about?lang=pl");
  expect(trail?.["itemListElement"]).toEqual([
    expect.objectContaining({ position: 1, item: "http://portal.test/?lang=pl" }),
    expect.objectContaining({ position: 2, item: "http://portal.test/about?lang=pl" }),
  ]);
  expect(await ofType("BreadcrumbList", "/")).toEqual([]);
});

test.each(["/", "/memberships"])(
  "%s offers the plans at the prices of the catalogue",
  async (at) => {
    const [product] = await ofType("Product", at);
    expect(product?.["offers"]).toMatchObject([
      { sku: "membership-monthly", price: "9.00", priceCurrency: "EUR" },
      { sku: "membership-yearly", price: "90.00", priceCurrency: "EUR" },
    ]);
    expect(await ofType("Product", "/articles")).toEqual([]);
  },
);

test("the questions are those that the home page shows, in its language", async () => {
  const [questions] = await ofType("FAQPage", "/?lang=pl");
  expect(questions?.["mainEntity"]).toHaveLength(portal.portal.brand.texts.pl.questions.length);
  expect(JSON.stringify(questions)).toContain(portal.portal.brand.texts.pl.questions[0]?.answer);
  expect(await ofType("FAQPage", "/about")).toEqual([]);
});

test("articles are listed as locked, without those of the future and without their texts", async () => {
  const [page] = await ofType("CollectionPage", "/articles?lang=pl");
  const json = JSON.stringify(page);
  expect(json).toContain('"headline":"Wejścia w slalom"');
  expect(json.match(/"@type":"Article"/g)).toHaveLength(2);
  expect(json.match(/"isAccessibleForFree":false,"hasPart"/g)).toHaveLength(2);
  expect(json).not.toMatch(/Of tomorrow|xylophone|ksylofon/);
});

test("legal pages say when they came into force", async () => {
  const [page] = await ofType("WebPage", "/privacy-policy");
  expect(page?.["dateModified"]).toBe(portal.portal.brand.legalVersions.privacy);
});

test.each(Object.entries(previews))(
  "%s is a %s of which a part is for members",
  async (address, type) => {
    const [thing] = await ofType(type, address);
    expect(thing).toMatchObject({
      url: `http://portal.test${address}`,
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: ".members-only" },
    });
  },
);
