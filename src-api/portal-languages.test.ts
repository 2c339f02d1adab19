import { cp, readFile, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDraft, getStudioEntry, type Draft, type StudioEntry } from "#shared/api/studio.ts";
import type { Language } from "#shared/languages.ts";
import { defaultBrandDir, legalTextOf, readBrand } from "./brand.ts";
import { explainFailure } from "./cli/explain-failure.ts";
import { eq } from "./infra/database/drizzle.ts";
import { users } from "./modules/accounts/schema.ts";
import { importCatalogue } from "./modules/billing/catalogue.ts";
import { findContent } from "./modules/library/entries/stored-entries.ts";
import { call, lastMail } from "./testing/account-requests.ts";
import { createContentPortal } from "./testing/content-portal.ts";
import { forFile } from "./testing/for-file.ts";
import { sampleRenderer } from "./testing/sample-renderer.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const built = await forFile(temporaryFolder());
await built.write(sampleRenderer);
const portal = await forFile(createContentPortal(undefined, { rendererFolder: built.path }));
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

  test("keeps its text in that language, which comes back with it", async () => {
    const pl = { front: { title: "Sam", summary: "Po polsku." }, body: "Tekst." };
    speak("en", "pl");
    const path = await write({ en: english, pl });
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
    expect(stored?.texts.map(({ language, body }) => [language, body])).toEqual([
      ["en", "Another text."],
      ["pl", "Tekst."],
    ]);
    speak("en", "pl");
    expect(await readInPolish()).toMatchObject({ title: "Sam" });
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
    [["pl"], "languages: has to contain en, in which everything is written first"],
  ])("refuse the languages %j in words", async (languages, sentence) => {
    expect(await withoutPolish(languages)).toBe(`brand.json:\n  ${sentence}`);
  });
});
