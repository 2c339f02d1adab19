import { cp, readFile, rm } from "node:fs/promises";
import { createCanvas } from "@napi-rs/canvas";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDraft, getStudioEntry, type Draft, type StudioEntry } from "#shared/api/studio.ts";
import { listTags } from "#shared/api/tags.ts";
import type { Language } from "#shared/languages.ts";
import { defaultBrandDir, legalTextOf, readBrand } from "./brand.ts";
import { explainFailure } from "./cli/explain-failure.ts";
import { eq } from "./infra/database/drizzle.ts";
import { users } from "./modules/accounts/schema.ts";
import { importCatalogue } from "./modules/billing/catalogue.ts";
import { findContent, writeEntries } from "./modules/library/entries/stored-entries.ts";
import { uploadHeaders } from "./modules/library/studio/testing/sample-videos.ts";
import { call, lastMail } from "./testing/account-requests.ts";
import { createContentPortal } from "./testing/content-portal.ts";
import { forFile } from "./testing/for-file.ts";
import { sampleRenderer } from "./testing/sample-renderer.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const built = await forFile(temporaryFolder());
await built.write(sampleRenderer);
const data = await forFile(temporaryFolder());
const portal = await forFile(
  createContentPortal(undefined, { rendererFolder: built.path }, { dataDir: data.path }),
);
const { brand } = portal.portal;

/** Changes the languages of the portal while it runs. */
const speak = (...languages: [Language, ...Language[]]) => {
  portal.portal.brand = { ...brand, languages };
};
beforeEach(() => speak("en"));
afterEach(() => speak("en", "pl"));

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers });
const page = async (url: string) => (await get(url)).body;

describe("a portal with English alone", () => {
  test("names no other language in its pages, sitemap, manifest and security.txt", async () => {
    const html = await page("/about");
    expect(html).not.toContain("hreflang");
    expect(html).not.toContain("og:locale:alternate");
    expect(html).toContain('<link rel="canonical" href="http://portal.test/about" />');
    expect(html).toContain('data-languages="en"');
    expect(html).not.toContain(brand.texts.pl.tagline);
    const sitemap = await page("/sitemap.xml");
    expect(sitemap).toContain("<loc>http://portal.test/about</loc>");
    expect(sitemap).not.toMatch(/hreflang|lang=/);
    expect(await page("/manifest.webmanifest")).not.toContain("_localized");
    expect(await page("/.well-known/security.txt")).toContain("Preferred-Languages: en\n");
    expect((await get("/api/brand")).json()).toMatchObject({ languages: ["en"] });
    expect(await page("/api/brand")).not.toContain(brand.texts.pl.tagline);
  });

  test.each([
    ["/about?lang=pl&utm_source=x", "/about?utm_source=x"],
    ["/?lang=pl", "/"],
    // Never to another site.
    ["//evil.example/?lang=pl", "/evil.example/"],
    ["/%5Cevil.example?lang=pl", "/%5Cevil.example"],
    ["/preview/articles/front-cross?lang=pl", "/preview/articles/front-cross"],
    ["/feed.atom?lang=pl", "/feed.atom"],
    ["/feed.json?lang=pl", "/feed.json"],
  ])(
    "leads %s to the same page without a language, until it has that one again",
    async (from, to) => {
      const answer = await get(from);
      expect([answer.statusCode, answer.headers["location"]]).toEqual([302, to]);
      expect(answer.headers["cache-control"]).toBe("no-cache");
      speak("en", "pl");
      expect((await get(from)).headers["location"]).toBeUndefined();
    },
  );

  test("has no link pictures in another language", async () => {
    expect((await get("/og/pl/about.png")).statusCode).toBe(404);
  });

  test("answers in English whoever prefers another language", async () => {
    const polish = { "accept-language": "pl" };
    expect((await get("/api/nothing", polish)).json()).toEqual((await get("/api/nothing")).json());
    const terms = (await get("/api/legal/terms", polish)).json();
    expect(terms).toMatchObject({ body: legalTextOf(brand, "terms", "en") });
  });

  test("mails in English to an account that has stored another language, which stays stored", async () => {
    const email = "member@example.com";
    const { database } = portal.portal;
    await database.update(users).set({ language: "pl" }).where(eq(users.email, email));
    const mailed = async () => {
      await call(portal, "POST", "/forgot-password", { body: { email } });
      return lastMail(portal, email);
    };
    expect((await mailed()).language).toBe("en");
    const [user] = await database.select().from(users).where(eq(users.email, email));
    expect(user?.language).toBe("pl");
    speak("en", "pl");
    expect((await mailed()).language).toBe("pl");
  });

  test("asks for no second text of a discount code, and with two languages for both", async () => {
    const discount = {
      off: { percent: 10 },
      description: { en: "Spring" },
      items: [],
      from: null,
      until: null,
      periods: 1,
      uses: null,
      usesPerUser: null,
    };
    await importCatalogue(portal.portal, { demo: false });
    const add = (code: string) => portal.send("POST", "/discounts", "admin", { ...discount, code });
    expect((await add("ONE")).statusCode).toBe(204);
    speak("en", "pl");
    expect((await add("TWO")).json()).toMatchObject({
      fields: { "description.pl": expect.any(String) },
    });
  });
});

describe("an entry of the studio, with English alone", () => {
  const send = async (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
    portal.send(method, `/studio/entries${path}`, "admin", body);
  const read = async (path: string): Promise<StudioEntry> =>
    getStudioEntry.answer.parse((await send("GET", path)).json());
  const english = { front: { title: "Alone", summary: "In English." }, body: "A text." };

  async function write(texts: Draft["texts"]): Promise<string> {
    const created = await send("POST", "", { kind: "articles", title: "Alone" });
    const path = `/articles/${createDraft.answer.parse(created.json()).slug}`;
    await save(path, texts);
    return path;
  }
  async function save(path: string, texts: Draft["texts"]) {
    const { draft, revision } = await read(path);
    const metadata = { ...draft.metadata, tags: ["agility"] };
    await send("PUT", path, { draft: { metadata, texts }, revision });
  }
  const publish = async (path: string) =>
    send("POST", `${path}/publish`, { revision: (await read(path)).revision, at: "now" });

  test("is published whatever a text lacks in a language that was turned off", async () => {
    const path = await write({ en: english, pl: { front: { title: "", summary: "" }, body: "" } });
    expect((await read(path)).problems).toEqual([]);
    expect((await publish(path)).statusCode).toBe(200);
    speak("en", "pl");
    const other = await write({ en: english, pl: { front: { title: "", summary: "" }, body: "" } });
    expect((await read(other)).problems).not.toEqual([]);
    expect((await publish(other)).statusCode).toBe(400);
  });

  test("keeps its text in that language with its pictures, which come back with it", async () => {
    speak("en", "pl");
    const path = await write({ en: english });
    const uploaded = await portal.app.inject({
      method: "POST",
      url: `/api/studio/entries${path}/pictures?name=sam.png`,
      headers: { ...portal.headersOf.admin, "content-type": "image/png" },
      payload: await createCanvas(60, 40).encode("png"),
    });
    const body = `Tekst.\n\n![Skok](${uploaded.json().name})`;
    const pl = { front: { title: "Sam", summary: "Po polsku." }, body };
    await save(path, { en: english, pl });
    await publish(path);
    const [, kind = "", slug = ""] = path.split("/");
    speak("en");
    const readInPolish = async () =>
      (await portal.get(`/content${path}`, "member", { "accept-language": "pl" })).json();
    expect(await readInPolish()).toMatchObject({ title: "Alone" });
    expect(await page(`/preview/${kind}/${slug}`)).not.toContain("lang=pl");
    // Written on, with a Polish text that is not complete.
    await save(path, { en: { ...english, body: "Another text." }, pl: { ...pl, body: "" } });
    expect((await publish(path)).statusCode).toBe(200);
    const stored = await findContent(portal.portal.database, { kind: "articles", slug });
    expect(stored?.texts.map(({ language, body: text }) => [language, text])).toEqual([
      ["en", "Another text."],
      ["pl", body],
    ]);
    speak("en", "pl");
    const shown = await readInPolish();
    expect(shown).toMatchObject({ title: "Sam" });
    const [, picture = ""] = /!\[Skok\]\((.*)\)/.exec(shown.body) ?? [];
    expect((await portal.app.inject(picture)).statusCode).toBe(200);
    expect(await page(`/preview/${kind}/${slug}`)).toContain("lang=pl");
  });
});

test("a portal whose first language is Polish has that at the addresses without a language", async () => {
  speak("pl", "en");
  expect(await page("/about")).toContain('<html lang="pl"');
  const html = await page("/about?lang=en");
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('hreflang="x-default" href="http://portal.test/about"');
  expect(html).toContain('hreflang="en" href="http://portal.test/about?lang=en"');
  expect((await get("/manifest.webmanifest")).json()).toMatchObject({
    lang: "pl",
    description: brand.texts.pl.tagline,
    description_localized: { en: brand.texts.en.tagline },
  });
});

test("a portal whose first language is Polish gives one address to what is written in English only", async () => {
  speak("pl", "en");
  const path = "/preview/articles/only-english";
  const address = `http://portal.test${path}?lang=en`;
  for (const url of [path, `${path}?lang=en`]) {
    const html = await page(url);
    expect(html, url).toContain(`<link rel="canonical" href="${address}" />`);
    expect(html, url).toContain(`hreflang="x-default" href="${address}"`);
  }
  const sitemap = await page("/sitemap.xml");
  const named = sitemap.match(/http:[^"<]*only-english[^"<]*/g);
  expect(new Set(named)).toEqual(new Set([address]));
});

describe("a portal with Polish alone", () => {
  beforeEach(() => speak("pl"));
  const sent = async (answer: ReturnType<typeof portal.send>) => {
    const { statusCode, body } = await answer;
    expect(statusCode, body).toBeLessThan(300);
    return body === "" ? null : JSON.parse(body);
  };

  test("needs no English text of an entry, which is listed, found and read in Polish", async () => {
    const { kind, slug } = await sent(
      portal.send("POST", "/studio/entries", "admin", { kind: "articles", title: "Sam po polsku" }),
    );
    const path = `/studio/entries/${kind}/${slug}`;
    const { draft, revision } = await sent(portal.send("GET", path, "admin"));
    expect(Object.keys(draft.texts)).toEqual(["pl"]);
    const pl = {
      front: { title: "Sam po polsku", summary: "Krótko." },
      body: "Tekst o sterowcach.",
    };
    const metadata = { ...draft.metadata, tags: ["agility"] };
    const saved = await sent(
      portal.send("PUT", path, "admin", { draft: { metadata, texts: { pl } }, revision }),
    );
    expect(saved.problems).toEqual([]);
    await sent(portal.send("POST", `${path}/publish`, "admin", { ...saved, at: "now" }));
    expect(await sent(portal.send("GET", `/content/${kind}/${slug}`, "member"))).toMatchObject({
      title: "Sam po polsku",
      language: "pl",
      body: "Tekst o sterowcach.",
    });
    const { items } = await sent(portal.send("GET", "/studio/entries", "admin"));
    const listed = items.find((item: { slug: string }) => item.slug === slug);
    expect(listed).toMatchObject({ title: "Sam po polsku", languages: ["pl"], outdated: [] });
    const found = await portal.get("/content/search?q=sterowcach", "member");
    expect(found.json().items).toMatchObject([{ slug, language: "pl" }]);
    const html = await page(`/preview/${kind}/${slug}`);
    const address = `http://portal.test/preview/${kind}/${slug}`;
    expect(html).toContain(`<link rel="canonical" href="${address}" />`);
    expect(html).toContain("Sam po polsku");
    expect(await page("/sitemap.xml")).toContain(`<loc>${address}</loc>`);
    // With English, it is read and found in Polish there, and cannot be published again without an English text.
    speak("en", "pl");
    const english = { "accept-language": "en" };
    expect((await portal.get(`/content/${kind}/${slug}`, "member", english)).json()).toMatchObject({
      title: "Sam po polsku",
      language: "pl",
    });
    expect((await portal.get("/content/articles", "member", english)).body).toContain(slug);
    const again = await portal.get("/content/search?q=sterowcach", "member", english);
    expect(again.json().items).toMatchObject([{ slug, language: "pl" }]);
    const { problems } = await sent(portal.send("GET", path, "admin"));
    expect(problems).toMatchObject([{ place: "en.title" }]);
  });

  test("shows what there is in English only where there is no Polish text", async () => {
    const answer = await portal.get("/content/articles/only-english", "member");
    expect(answer.json()).toMatchObject({ title: "100% protein_rich", language: "en" });
    const address = "http://portal.test/preview/articles/only-english";
    expect(await page("/preview/articles/only-english")).toContain(
      `<link rel="canonical" href="${address}" />`,
    );
  });

  test("lists tags by their Polish names", async () => {
    const names = async () => {
      const { items } = listTags.answer.parse((await portal.get("/studio/tags", "admin")).json());
      return items.map(({ namePl }) => namePl);
    };
    const add = (nameEn: string, namePl: string) =>
      sent(portal.send("POST", "/studio/tags", "admin", { nameEn, namePl }));
    await add("Aprons", "Zupy");
    await add("Zebras", "Agrafki");
    expect(await names()).toEqual(["Agrafki", "Zupy", "Zwinność", "Żywienie"]);
  });

  test("names an upload by the text of its video that there is", async () => {
    const { database, now } = portal.portal;
    const text = { title: "Imported", summary: "In English.", body: "", words: 0, details: {} };
    const value = {
      publishedAt: now(),
      author: "Marta",
      tags: [],
      motif: "paw",
      related: [],
      details: {},
      texts: [{ language: "en" as const, ...text }],
    };
    await writeEntries(database, [{ kind: "videos", slug: "imported", sourceHash: null, value }], {
      origin: "import",
      now: now(),
      portalLanguages: ["pl"],
    });
    const headers = { ...portal.headersOf.admin, ...uploadHeaders(1000, { slug: "imported" }) };
    await sent(portal.app.inject({ method: "POST", url: "/api/studio/uploads", headers }));
    const { items } = (await portal.get("/studio/unfinished-uploads", "admin")).json();
    expect(items).toMatchObject([{ slug: "imported", title: "Imported" }]);
  });

  test("needs no English names of tags, authors, announcements, codes and extras, and none without a Polish one", async () => {
    const missing = async (path: string, body: object, fields: string[]) => {
      const answer = await portal.send("POST", path, "admin", body);
      expect([answer.statusCode, Object.keys(answer.json().fields).toSorted()]).toEqual([
        400,
        fields.toSorted(),
      ]);
    };
    await missing("/studio/tags", { nameEn: "Turns", namePl: "" }, ["namePl"]);
    const tag = { nameEn: "", namePl: "Zwroty" };
    expect(await sent(portal.send("POST", "/studio/tags", "admin", tag))).toMatchObject({
      id: "zwroty",
      ...tag,
    });
    const author = { name: "Ala", credentialsEn: "", bodyEn: "", bodyPl: "Ala ma psa." };
    await missing("/studio/authors", { ...author, credentialsPl: "" }, ["credentialsPl"]);
    await sent(
      portal.send("POST", "/studio/authors", "admin", { ...author, credentialsPl: "Sędzia" }),
    );
    expect((await portal.get("/authors/ala", "visitor")).json()).toMatchObject({
      body: "Ala ma psa.",
      language: "pl",
    });
    const news = { titleEn: "", titlePl: "Nowość", bodyEn: "" };
    await missing("/announcements", { ...news, bodyPl: "" }, ["bodyPl"]);
    await sent(portal.send("POST", "/announcements", "admin", { ...news, bodyPl: "Pokaz." }));
    expect((await portal.get("/announcements", "visitor")).json().items).toContainEqual(
      expect.objectContaining({ title: "Nowość", body: "Pokaz." }),
    );
    await importCatalogue(portal.portal, { demo: false });
    const extra = {
      nameEn: "",
      namePl: "Plan",
      summaryEn: "",
      summaryPl: "Krótko.",
      deliveryEn: "",
      price: "9.50",
      taxPercent: "23",
      taxPercents: [],
      motif: "paw",
      deliveredAs: "report",
      onSale: true,
      fileEn: null,
      filePl: null,
    };
    await missing("/studio/extras", { ...extra, deliveryPl: "" }, ["deliveryPl"]);
    const file = { ...extra, deliveryPl: "Jako PDF.", deliveredAs: "file" };
    await missing("/studio/extras", file, ["filePl"]);
    const sold = { ...extra, deliveryPl: "Raport." };
    expect(await sent(portal.send("POST", "/studio/extras", "admin", sold))).toMatchObject({
      sku: "plan",
      ...sold,
      price: { amount: 950 },
      taxPercent: 23,
    });
    const { extras } = (await portal.get("/catalogue", "visitor")).json();
    expect(extras).toContainEqual(expect.objectContaining({ sku: "plan", name: "Plan" }));
  });
});

describe("the files of a brand", () => {
  /** Reads a copy of the default brand with these languages and without the Polish files. Returns it, or what is said about it. */
  async function withoutPolish(languages: unknown) {
    const folder = await temporaryFolder();
    try {
      await cp(defaultBrandDir, folder.path, { recursive: true });
      const facts: object = JSON.parse(await readFile(`${folder.path}/brand.json`, "utf8"));
      await folder.write({ "brand.json": JSON.stringify({ ...facts, languages }) });
      for (const file of ["pl.json", "legal/terms.pl.md", "legal/privacy.pl.md"])
        await rm(`${folder.path}/${file}`);
      return await readBrand(folder.path);
    } catch (error) {
      return explainFailure(error, null)?.replaceAll(`${folder.path}/`, "") ?? null;
    } finally {
      await folder.remove();
    }
  }

  test("are those of its own languages", async () => {
    expect(await withoutPolish(["en"])).toMatchObject({
      languages: ["en"],
      texts: { en: brand.texts.en },
    });
    expect(await withoutPolish(["en", "pl"])).toContain("pl.json");
    expect(await withoutPolish(undefined)).toContain("legal/terms.pl.md");
  });

  test.each([
    ["en", 'languages: has to be a list of languages such as ["en"]'],
    [[], "languages.0: has to be one of en, pl"],
    [["de"], "languages.0: has to be one of en, pl"],
    [["en", "en"], "languages: names a language twice"],
  ])("refuse the languages %j in words", async (languages, sentence) => {
    expect(await withoutPolish(languages)).toBe(`brand.json (BRAND_DIR):\n  ${sentence}`);
  });
});
