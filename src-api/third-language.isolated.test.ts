import type * as fs from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { fieldsOf } from "#shared/api/fields.ts";
import { createDraft, getStudioEntry, listStudio, type StudioEntry } from "#shared/api/studio.ts";
import { usualLanguages } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { readBrand } from "./brand.ts";
import {
  exportToFolder,
  portalCommandSchema,
  runPortalCommand,
} from "./cli/portal/portal-command.ts";
import { contentSync } from "./content-sync.ts";
import { eq } from "./infra/database/drizzle.ts";
import { importCatalogue, readCatalogueFile } from "./modules/billing/catalogue.ts";
import { contentEntries } from "./modules/library/schema.ts";
import { readInstalledBrand } from "./modules/settings/module.ts";
import { brandSettings } from "./modules/settings/schema.ts";
import { call, lastMail } from "./testing/account-requests.ts";
import { createContentPortal } from "./testing/content-portal.ts";
import { forFile } from "./testing/for-file.ts";
import { samplePdf } from "./testing/sample-pdf.ts";
import { sampleRenderer } from "./testing/sample-renderer.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/*
 * The code has a third language: a line in `languages.ts`, and a folder in `locales`, which has some of the texts. Both are there before
 * anything else is loaded; nothing else is changed for it, and the database is the one that everybody has.
 */
const { de, german } = await vi.hoisted(async () => {
  const { languageFacts, languages } = await import("#shared/languages.ts");
  const known: string[] = languages as never; // read-only for everybody else
  known.push("de");
  Object.assign(languageFacts, { de: { locale: "de-DE", isComplete: false } });
  const texts: Record<string, object> = {
    "api.json": { "not-found": "Unter dieser Adresse ist nichts." },
    "mails.json": { "reset-password": { subject: "Neues Passwort wählen" } },
  };
  return { de: "de" as Language, german: texts };
});

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const isGerman = (path: unknown) => String(path).includes("/locales/de/");
  return {
    ...real,
    existsSync: (path: fs.PathLike) =>
      isGerman(path) ? basename(String(path)) in german : real.existsSync(path),
    readFileSync: (...args: Parameters<typeof fs.readFileSync>) =>
      isGerman(args[0])
        ? JSON.stringify(german[basename(String(args[0]))])
        : real.readFileSync(...args),
  };
});

const built = await forFile(temporaryFolder());
await built.write(sampleRenderer);
const portal = await forFile(createContentPortal(undefined, { rendererFolder: built.path }));
portal.portal.brand = { ...portal.portal.brand, languages: ["en", "pl", de] };

const inGerman = { "accept-language": "de" };
const page = async (url: string) => (await portal.app.inject({ url })).body;
const sent = async (answer: ReturnType<typeof portal.send>) => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === "" ? null : (JSON.parse(body) as unknown);
};

test("messages of the API and mails are in it, and in English where it lacks a text", async () => {
  expect((await portal.get("/nothing", "visitor", inGerman)).json()).toMatchObject({
    message: "Unter dieser Adresse ist nichts.",
  });
  expect((await portal.get("/me", "visitor", inGerman)).json()).toMatchObject({
    message: "Please log in to continue.",
  });
  await sent(portal.send("PUT", "/me/language", "member", { language: "de" }));
  const email = "member@example.com";
  await call(portal, "POST", "/forgot-password", { body: { email } });
  const mail = lastMail(portal, email);
  expect(mail).toMatchObject({ language: "de", subject: "Neues Passwort wählen" });
  expect(mail.paragraphs.join()).toContain("Somebody, probably you, has asked for a new password");
});

test("pages, sitemap and feeds have addresses in it", async () => {
  const html = await page("/about?lang=de");
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('hreflang="de" href="http://portal.test/about?lang=de"');
  expect(html).toContain('content="de_DE"');
  expect(await page("/sitemap.xml")).toContain("<loc>http://portal.test/about?lang=de</loc>");
  expect(await page("/feed.json?lang=de")).toContain('"language":"de"');
});

const read = async (path: string): Promise<StudioEntry> =>
  getStudioEntry.answer.parse(await sent(portal.send("GET", path, "admin")));

test("entries are written, published, found and read in it; the list says what is missing and outdated", async () => {
  const created = await sent(
    portal.send("POST", "/studio/entries", "admin", { kind: "articles", title: "Three" }),
  );
  const { kind, slug } = createDraft.answer.parse(created);
  const path = `/studio/entries/${kind}/${slug}`;
  const publish = async (english: string) => {
    const { draft, revision } = await read(path);
    const text = (title: string, body: string) => ({
      front: { title, summary: "In short." },
      body,
    });
    const texts = { en: text("Three", english), de: text("Drei", "Ein Text über Zeppeline.") };
    const metadata = { ...draft.metadata, tags: ["agility"] };
    await sent(portal.send("PUT", path, "admin", { draft: { metadata, texts }, revision }));
    const { revision: saved } = await read(path);
    await sent(portal.send("POST", `${path}/publish`, "admin", { revision: saved, at: "now" }));
  };
  await publish("A text.");
  expect((await portal.get(`/content/${kind}/${slug}`, "member", inGerman)).json()).toMatchObject({
    title: "Drei",
    language: "de",
  });
  const search = await portal.get("/content/search?q=Zeppeline", "member", inGerman);
  expect(search.body).toContain("Drei");
  const only = await portal.get("/content/articles/only-english", "member", inGerman);
  expect(only.json()).toMatchObject({ language: "en" });
  expect(await page(`/preview/${kind}/${slug}?lang=de`)).toContain('hreflang="de"');

  const listed = async (query: string) => {
    const { items } = listStudio.answer.parse(
      (await portal.get(`/studio/entries?${query}`, "admin")).json(),
    );
    return items.find((item) => item.slug === slug);
  };
  expect(await listed("")).toMatchObject({ languages: ["en", "de"], outdated: [] });
  expect(await listed("translation=missing")).toBeDefined();
  expect(await listed("translation=outdated")).toBeUndefined();
  portal.advance(1000);
  await publish("Another text.");
  expect(await listed("translation=outdated")).toMatchObject({ outdated: ["de"] });
});

test("a text in it stands in where it is the first language of a portal without English", async () => {
  const { brand, database } = portal.portal;
  portal.portal.brand = { ...brand, languages: [de, "pl"] };
  const created = await sent(
    portal.send("POST", "/studio/entries", "admin", { kind: "articles", title: "Vier" }),
  );
  const { kind, slug } = createDraft.answer.parse(created);
  const path = `/studio/entries/${kind}/${slug}`;
  const { draft, revision } = await read(path);
  const text = (title: string) => ({ front: { title, summary: "Kurz." }, body: "Text." });
  const texts = { de: text("Vier"), pl: text("Cztery") };
  const metadata = { ...draft.metadata, tags: ["agility"] };
  await sent(portal.send("PUT", path, "admin", { draft: { metadata, texts }, revision }));
  const { revision: saved } = await read(path);
  await sent(portal.send("POST", `${path}/publish`, "admin", { revision: saved, at: "now" }));
  portal.portal.brand = brand;
  const [stored] = await database
    .select({ standIn: contentEntries.standIn })
    .from(contentEntries)
    .where(eq(contentEntries.slug, slug));
  expect(stored?.standIn).toBe("de");
  expect((await portal.get(`/content/${kind}/${slug}`, "member")).json().title).toBe("Vier");
});

test("a portal that has all complete languages, as it came, has none chosen", async () => {
  const { brand } = portal.portal;
  portal.portal.brand = { ...brand, languages: usualLanguages() };
  const steps = (await portal.get("/set-up-steps", "admin")).json();
  portal.portal.brand = brand;
  expect(steps).toContainEqual({ step: "offer", state: "open" });
});

test("the settings and the files that are sold in it are exported, and read again", async () => {
  await importCatalogue(portal.portal, { demo: false });
  const uploaded = await portal.app.inject({
    method: "POST",
    url: "/api/studio/extra-files?name=plan.pdf",
    headers: { ...portal.headersOf.admin, "content-type": "application/pdf" },
    payload: samplePdf("Winterplan"),
  });
  await sent(
    portal.send("POST", "/studio/extras", "admin", {
      ...fieldsOf("name", () => "Plan"),
      ...fieldsOf("summary", () => "Plan."),
      ...fieldsOf("delivery", () => "PDF."),
      ...fieldsOf("file", (language) => (language === "pl" ? null : uploaded.json())),
      price: "9.50",
      taxPercent: "19",
      taxPercents: [],
      motif: "paw",
      deliveredAs: "file",
      onSale: true,
    }),
  );
  const target = join(built.path, "exported");
  await exportToFolder(target, portal.portal.config, (command) =>
    runPortalCommand(portal.portal, portalCommandSchema.parse(command)),
  );
  const { languages, legal } = await readBrand(target);
  expect(languages).toEqual(["en", "pl", "de"]);
  expect(legal.terms).toEqual(portal.portal.brand.legal.terms);
  const { extras } = await readCatalogueFile(target);
  expect(extras).toMatchObject([{ deliveredAs: { file: { en: "plan.pdf", de: "plan.pdf" } } }]);
  const bytes = await readFile(join(target, "extras", "plan.pdf"));
  expect(bytes.equals(samplePdf("Winterplan"))).toBe(true);
});

test("tags, announcements and codes are named in it", async () => {
  const names = { nameEn: "Turns", namePl: "", nameDe: "Wendungen" };
  expect(await sent(portal.send("POST", "/studio/tags", "admin", names))).toMatchObject(names);
  const announcement = {
    titleEn: "News",
    titlePl: "",
    titleDe: "Neues",
    bodyEn: "A show.",
    bodyPl: "",
    bodyDe: "Eine Schau.",
  };
  await sent(portal.send("POST", "/announcements", "admin", announcement));
  const { items } = (await portal.get("/announcements", "visitor", inGerman)).json();
  expect(items).toContainEqual(expect.objectContaining({ title: "Neues", body: "Eine Schau." }));
});

test("its sentences are the owner's in another language, never the demo's", async () => {
  const { brand, config, database, now } = portal.portal;
  const inLanguage = async (written: Language, headline: string) => {
    const { hero, ...texts } = brand.texts[written];
    const value = { ...texts, hero: { ...hero, headline } };
    await database
      .insert(brandSettings)
      .values({ name: `texts/${written}`, value, changedAt: now() });
    return (await readInstalledBrand(config, database)).texts;
  };
  const offer = { languages: ["pl", "de"], partsOn: {}, kinds: {} };
  await database.insert(brandSettings).values({ name: "offer", value: offer, changedAt: now() });
  expect((await inLanguage("pl", "Chleb, powoli."))[de].hero.headline).toBe("Chleb, powoli.");
  const texts = await inLanguage("en", "Bread, slowly.");
  expect([texts[de], texts.pl].map(({ hero }) => hero.headline)).toEqual([
    "Bread, slowly.",
    "Chleb, powoli.",
  ]);
  await database.delete(brandSettings);
});

test("a Polish reader finds an entry once that is in English and in it", async () => {
  const polish = { "accept-language": "pl" };
  const answer = await portal.get("/content/articles?q=short", "member", polish);
  expect(answer.json()).toMatchObject({ items: [{ title: "Three" }], total: 1 });
});

test("what stands in for missing texts follows the languages of the portal, and is of one that is turned on", async () => {
  const { database } = portal.portal;
  const standIn = async () => {
    const [row] = await database
      .select()
      .from(contentEntries)
      .where(eq(contentEntries.slug, "vier"));
    return row?.standIn;
  };
  expect(await standIn()).toBe("de");
  const { offer } = (await portal.get("/settings", "admin")).json();
  await sent(portal.send("PUT", "/settings/offer", "admin", { ...offer, languages: ["en", "pl"] }));
  expect(await standIn()).toBe("pl");
  const shown = await portal.get("/content/articles/vier", "member");
  expect(shown.json()).toMatchObject({ title: "Cztery", language: "pl" });
  portal.portal.brand = { ...portal.portal.brand, languages: [de, "pl"] };
  await contentSync(portal.portal, portal.app.log)();
  expect(await standIn()).toBe("de");
});
