import { createCanvas } from "@napi-rs/canvas";
import { afterAll, describe, expect, test } from "vitest";
import { brandElementId } from "#shared/brand-page.ts";
import { publicBrandSchema } from "#shared/brand.ts";
import { contrast, readableAccent } from "#shared/colours.ts";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readInstalledBrand } from "#api/modules/settings/module.ts";
import { registerAndProve } from "#api/testing/account-requests.ts";
import { createOtherBrand } from "#api/testing/other-brand.ts";
import { forFile } from "#api/testing/for-file.ts";
import { people, peoplesPassword, signEverybodyIn } from "#api/testing/people.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { brandSettings, legalTexts } from "./schema.ts";

const built = await forFile(temporaryFolder());
await built.write(sampleRenderer);
const otherBrand = await createOtherBrand();
afterAll(() => otherBrand.remove());
const portal = await forFile(createTestPortal({}, { rendererFolder: built.path }));
const headersOf = await signEverybodyIn(portal);
const designed = await readBrand(defaultBrandDir);

type Method = "GET" | "PUT" | "POST" | "DELETE";
const send = (method: Method, path: string, payload?: object | Buffer, as = "admin" as const) =>
  portal.app.inject({
    method,
    url: `/api/settings${path}`,
    headers: {
      ...headersOf[as],
      ...(Buffer.isBuffer(payload) && { "content-type": "application/octet-stream" }),
    },
    ...(payload && { payload }),
  });
const settings = async () => (await send("GET", "")).json();
const shown = async () => {
  const { body } = await portal.app.inject({ url: "/dashboard" });
  const data = new RegExp(`id="${brandElementId}">([^<]*)<`).exec(body)?.[1] ?? "";
  return publicBrandSchema.parse(JSON.parse(data));
};

describe("settings", () => {
  test.each(people.filter((person) => person !== "admin"))(
    "are neither shown to nor changed by a %s",
    async (person) => {
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      const headers = headersOf[person];
      const get = await portal.app.inject({ url: "/api/settings", headers });
      const payload = { main: "#2b4f9c", accent: "#f2a33a", revision: 0 };
      const url = "/api/settings/colours";
      const put = await portal.app.inject({ method: "PUT", url, headers, payload });
      expect([get.statusCode, put.statusCode]).toEqual([status, status]);
      expect((await settings()).colours).toMatchObject({ chosen: null, revision: 0 });
    },
  );

  test("name and seller are in the next page; who saw an older state changes nothing, and is told", async () => {
    const { seller } = await settings();
    const mine = { ...seller, name: "Crumb & Crust", owner: "Ada Baker", country: "", taxId: "" };
    const { publicContent } = portal.portal;
    const version = publicContent.version();
    expect((await send("PUT", "/seller", mine)).json()).toEqual({ revision: 1 });
    // What was made for everybody with the former brand is made anew.
    expect(publicContent.version()).toBeGreaterThan(version);
    expect(await shown()).toMatchObject({ name: "Crumb & Crust", owner: "Ada Baker" });
    expect(await shown()).not.toHaveProperty("country");
    const late = await send("PUT", "/seller", { ...mine, name: "Late" });
    expect([late.statusCode, late.json().code]).toEqual([409, "conflict"]);
    expect((await shown()).name).toBe("Crumb & Crust");
    expect((await portal.app.inject({ url: "/feed.json" })).json().title).toContain(
      "Crumb & Crust",
    );
    expect((await portal.app.inject({ url: "/.well-known/security.txt" })).body).toContain(
      seller.contactEmail,
    );
  });

  test.each([
    [{ name: " " }, "name"],
    [{ contactEmail: "hello" }, "contactEmail"],
    [{ country: "Poland" }, "country"],
    [{ timeZone: "Warsaw" }, "timeZone"],
    [{ receiptPrefix: "rs-1" }, "receiptPrefix"],
    [{ social: [{ name: "X", url: "javascript:alert(1)" }] }, "social.0.url"],
  ])("a seller with %j is refused at its field", async (wrong, field) => {
    const { seller } = await settings();
    const answer = await send("PUT", "/seller", { ...seller, ...wrong });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test("colours are all made of two, and as easy to tell apart as before; an accent that could not be read is refused", async () => {
    const pale = { main: "#2b4f9c", accent: "#7a1020" };
    const refused = await send("PUT", "/colours", { ...pale, revision: 0 });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["accent"]]);
    const accent = readableAccent(pale, designed.colours);
    expect((await send("PUT", "/colours", { ...pale, accent, revision: 0 })).statusCode).toBe(200);
    const { colours } = await shown();
    expect(colours.accent).toBe(accent);
    expect(contrast(colours.accent, colours.raised)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.paper, colours.ramp[5] ?? "")).toBeGreaterThanOrEqual(4.5);
    for (const wrong of ["#12", "red", "#12345g"]) {
      const answer = await send("PUT", "/colours", { main: wrong, accent, revision: 1 });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["main"]]);
    }
  });

  test("the page about the desktop app is there with a download, and absent without one", async () => {
    const statusOfPage = async () =>
      (await portal.app.inject({ url: "/desktop-app", headers: { accept: "text/html" } }))
        .statusCode;
    const { downloads } = await settings();
    expect(downloads).toEqual({ windows: "", mac: "", linux: "", revision: 0 });
    expect(await statusOfPage()).toBe(404);
    const windows = "https://downloads.example.com/app.exe";
    const named = { ...downloads, windows };
    expect((await send("PUT", "/downloads", named)).json()).toEqual({ revision: 1 });
    expect((await shown()).downloads).toEqual({ windows });
    expect(await statusOfPage()).toBe(200);
    for (const wrong of [
      "http://downloads.example.com/app.exe",
      "javascript:alert(1)",
      "app.exe",
    ]) {
      const refused = await send("PUT", "/downloads", { ...downloads, mac: wrong, revision: 1 });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["mac"]]);
    }
    expect((await send("PUT", "/downloads", { ...downloads, revision: 1 })).statusCode).toBe(200);
    expect((await shown()).downloads).toEqual({});
    expect(await statusOfPage()).toBe(404);
  });

  test("only the sites whose videos an owner allows may stand in frames of pages", async () => {
    const framesOf = async (url: string) => {
      const { headers } = await portal.app.inject({ url, headers: { accept: "text/html" } });
      return /frame-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];
    };
    const { embeds } = await settings();
    expect(embeds).toEqual({ youtube: false, vimeo: false, peertube: [], revision: 0 });
    expect(await framesOf("/")).toBe("'self'");
    const chosen = { ...embeds, youtube: true, peertube: ["video.example.org"] };
    expect((await send("PUT", "/embeds", chosen)).json()).toEqual({ revision: 1 });
    expect((await shown()).embeds).toEqual({
      youtube: true,
      vimeo: false,
      peertube: ["video.example.org"],
    });
    const frames = "'self' https://www.youtube-nocookie.com https://video.example.org";
    expect(await framesOf("/")).toBe(frames);
    expect(await framesOf("/account")).toBe(frames);
    expect(await framesOf("/shell.html")).toBe(frames);
    for (const wrong of [
      "*",
      "*.example.org",
      "https://video.example.org",
      "video.example.org/w",
      "video.example.org; script-src *",
      "localhost",
      "127.0.0.1",
      "VIDEO.example.org",
    ]) {
      const refused = await send("PUT", "/embeds", { ...chosen, peertube: [wrong], revision: 1 });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([
        400,
        ["peertube.0"],
      ]);
    }
  });

  test("parts, kinds and languages that are turned off are nowhere, and come back", async () => {
    const { offer } = await settings();
    const statusOf = async (url: string) =>
      (await portal.app.inject({ url, headers: headersOf.member })).statusCode;
    const parts = { ...offer.partsOn, dogs: false };
    const kinds = {
      ...offer.kinds,
      recipes: { ...offer.kinds.recipes, isShown: false },
      articles: { isShown: true, names: { en: "Lessons", pl: "" } },
    };
    const without = { ...offer, languages: ["en"], partsOn: parts, kinds };
    expect((await send("PUT", "/offer", without)).json()).toEqual({ revision: 1 });
    expect(
      await Promise.all(["/api/dogs", "/recipes", "/api/content/recipes"].map(statusOf)),
    ).toEqual([404, 404, 404]);
    expect((await portal.app.inject({ url: "/about?lang=pl" })).headers.location).toBe("/about");
    expect(await shown()).toMatchObject({
      languages: ["en"],
      partsOff: ["dogs"],
      kinds: { recipes: { hidden: true }, articles: { name: { en: "Lessons" } } },
    });
    expect(Object.keys((await settings()).texts)).toEqual(["en"]);
    expect((await settings()).offer).toEqual({ ...without, revision: 1 });
    expect((await send("PUT", "/offer", { ...without, languages: [] })).statusCode).toBe(400);
    expect((await send("PUT", "/offer", { ...offer, revision: 1 })).json()).toEqual({
      revision: 2,
    });
    expect(
      await Promise.all(["/api/dogs", "/recipes", "/api/content/recipes"].map(statusOf)),
    ).toEqual([200, 200, 200]);
    expect(await shown()).not.toHaveProperty("kinds");
  });

  test("the last kind cannot be hidden, which is said at one of them", async () => {
    const { offer } = await settings();
    const hide = (kind: { names: object }) => ({ ...kind, isShown: false });
    const kinds = Object.fromEntries(
      Object.entries<{ names: object }>(offer.kinds).map(([name, kind]) => [name, hide(kind)]),
    );
    const answer = await send("PUT", "/offer", { ...offer, kinds });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { "kinds.articles.isShown": "At least one kind has to stay" },
    ]);
    const one = { ...kinds, blog: offer.kinds.blog };
    const { revision } = (await send("PUT", "/offer", { ...offer, kinds: one })).json();
    await send("PUT", "/offer", { ...offer, revision });
  });

  test("sentences are complete, or refused with the field that lacks", async () => {
    const { texts } = (await settings()).texts.en;
    const hero = { ...texts.hero, headline: "Bread, slowly." };
    const change = (changed: object) => send("PUT", "/texts/en", { texts: changed, revision: 0 });
    const lacking = await change({ ...texts, hero: { ...hero, lead: " " } });
    expect([lacking.statusCode, Object.keys(lacking.json().fields)]).toEqual([400, ["hero.lead"]]);
    expect((await change({ ...texts, hero })).json()).toEqual({ revision: 1 });
    expect((await shown()).texts.en?.["hero"]).toMatchObject({ headline: "Bread, slowly." });
  });

  test("a legal text takes a password, and a later version once somebody has accepted the last one", async () => {
    await registerAndProve(portal, "buyer@example.com");
    const today = portal.portal.brand.legalVersions.terms;
    const texts = { en: "## 1. {{name}} sells bread.", pl: "## 1. {{name}} sprzedaje chleb." };
    const change = (version: string, revision: number, password = peoplesPassword) =>
      send("PUT", "/legal/terms", { texts, version, revision, password });
    expect((await change(today, 0, "not it")).json().code).toBe("wrong-password");
    expect(Object.keys((await change(today, 0)).json().fields)).toEqual(["version"]);
    // A day that was mistyped could never be put right.
    expect((await change("2206-01-01", 0)).json().fields).toHaveProperty("version");
    const next = "2026-11-27";
    expect(
      (
        await send("PUT", "/legal/terms", {
          texts: { en: texts.en },
          version: next,
          revision: 0,
          password: peoplesPassword,
        })
      ).json().fields,
    ).toHaveProperty("texts.pl");
    expect((await change(next, 0)).json()).toEqual({ revision: 1 });
    const { body } = await portal.app.inject({ url: "/api/legal/terms" });
    expect(JSON.parse(body)).toEqual({
      version: next,
      body: `## 1. ${portal.portal.brand.name} sells bread.`,
    });
    // Nobody has accepted it yet.
    expect((await change(next, 1)).json()).toEqual({ revision: 2 });
    expect((await change(next, 1)).json().code).toBe("conflict");
    // Who registers now is shown the new text, and accepts it.
    const catalogue = await portal.app.inject({ url: "/api/catalogue" });
    expect(catalogue.json().termsVersion).toBe(next);
    await registerAndProve(portal, "later@example.com", { termsVersion: next });
  });

  test("a legal text in a language that is turned off outlives a correction of the other one", async () => {
    const { version } = (await settings()).legal.privacy;
    const change = (texts: object, revision: number) =>
      send("PUT", "/legal/privacy", { texts, version, revision, password: peoplesPassword });
    expect((await change({ en: "## Our notcie", pl: "## Nasza polityka" }, 0)).statusCode).toBe(
      200,
    );
    const { offer } = await settings();
    const { revision } = (await send("PUT", "/offer", { ...offer, languages: ["en"] })).json();
    expect((await change({ en: "## Our notice" }, 1)).statusCode).toBe(200);
    expect((await send("PUT", "/offer", { ...offer, revision })).statusCode).toBe(200);
    const texts = { en: "## Our notice", pl: "## Nasza polityka" };
    expect((await settings()).legal.privacy.texts).toEqual(texts);
  });

  test("a logo is in every icon; what is no picture is refused, and so is one for dark ground alone", async () => {
    const canvas = createCanvas(1000, 400);
    canvas.getContext("2d").fillRect(0, 0, 1000, 400);
    const png = await canvas.encode("png");
    const alone = await send("POST", "/logo?ground=dark&revision=0", png);
    expect([alone.statusCode, Object.keys(alone.json().fields)]).toEqual([400, ["logo"]]);
    const svg = Buffer.from("<svg onload='x'/>");
    const none = await send("POST", "/logo?ground=light&revision=0", svg);
    expect([none.statusCode, Object.keys(none.json().fields)]).toEqual([400, ["logo"]]);
    const before = await portal.app.inject({ url: "/icon-192.png" });
    const stored = await send("POST", "/logo?ground=light&revision=0", png);
    expect(stored.statusCode).toBe(200);
    expect((await settings()).logo).toEqual({ isOwn: true, ...stored.json(), revision: 1 });
    expect((await shown()).logos).toEqual(stored.json());
    const icon = await portal.app.inject({ url: "/icon-192.png" });
    expect(icon.rawPayload.equals(before.rawPayload)).toBe(false);
    const logo = await portal.app.inject({ url: stored.json().onLight });
    expect([logo.statusCode, logo.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    await send("DELETE", "/logo?revision=1");
    expect((await settings()).logo).toMatchObject({ isOwn: false, revision: 2 });
    expect((await portal.app.inject({ url: "/icon-192.png" })).rawPayload).toEqual(
      before.rawPayload,
    );
  });

  test("a logo that somebody else has changed or removed is neither replaced nor removed", async () => {
    const canvas = createCanvas(10, 10);
    const png = await canvas.encode("png");
    const upload = (revision: number) =>
      send("POST", `/logo?ground=light&revision=${revision}`, png);
    const { revision } = (await settings()).logo;
    expect((await upload(revision)).statusCode).toBe(200);
    for (const late of [await upload(revision), await send("DELETE", `/logo?revision=${revision}`)])
      expect([late.statusCode, late.json().code]).toEqual([409, "conflict"]);
    expect((await settings()).logo).toMatchObject({ isOwn: true, revision: revision + 1 });
    expect((await send("DELETE", `/logo?revision=${revision + 1}`)).statusCode).toBe(200);
    // A logo of today is not taken for the one before it was removed.
    expect((await upload(revision + 1)).statusCode).toBe(409);
    expect((await upload(revision + 2)).statusCode).toBe(200);
    await send("DELETE", `/logo?revision=${revision + 3}`);
  });

  test("are those of the database for whoever starts later, such as a command", async () => {
    const { database, config, brand } = portal.portal;
    expect(await readInstalledBrand(config, database)).toEqual(brand);
    const published = { ...config, publicUrl: "https://bread.example" };
    expect((await readInstalledBrand(published, database)).homepage).toBe(published.publicUrl);
  });
});

test("settings that another version of the portal stored never keep it from starting", async () => {
  const older = await createTestPortal();
  try {
    const { database, config, now } = older.portal;
    const hero = { headline: "Bread, slowly.", subtitle: "of a former version" };
    const questions = [{ question: "Which flour?" }];
    const values = {
      "texts/en": { hero, questions, about: "once a text" },
      offer: { languages: ["en"], partsOn: { dogs: false }, kinds: {} },
      colours: { main: "#2b4f9c", accent: "#f2a33a" },
    };
    for (const [name, value] of Object.entries(values))
      await database.insert(brandSettings).values({ name, value, changedAt: now() });
    const brand = await readInstalledBrand(config, database);
    expect(brand.texts.en.hero).toEqual({ ...designed.texts.en.hero, headline: "Bread, slowly." });
    expect(brand.texts.en.about).toEqual(designed.texts.en.about);
    const [first] = designed.texts.en.questions;
    expect(brand.texts.en.questions).toEqual([{ ...first, question: "Which flour?" }]);
    expect(brand).toMatchObject({ languages: ["en"], partsOff: ["dogs"] });
  } finally {
    await older.close();
  }
});

test("a language that is added later has the owner's legal texts, whichever language they are in, never the demo's", async () => {
  const polish = await createTestPortal();
  try {
    const { database, config, now, brand } = polish.portal;
    const value = { languages: ["pl", "en"], partsOn: {}, kinds: {} };
    await database.insert(brandSettings).values({ name: "offer", value, changedAt: now() });
    await database.insert(legalTexts).values({
      document: "terms",
      version: "2026-11-27",
      texts: { pl: "## 1. {{name}} sprzedaje chleb." },
      changedAt: now(),
    });
    const { legal } = await readInstalledBrand(config, database);
    expect(legal.terms.en).toBe("## 1. {{name}} sprzedaje chleb.");
    expect(legal.privacy).toEqual(brand.legal.privacy);
  } finally {
    await polish.close();
  }
});

test("where BRAND_DIR has the brand, the settings are read-only and name the folder", async () => {
  const other = await createTestPortal({ brandDir: otherBrand.path });
  try {
    const headers = (await signEverybodyIn(other)).admin;
    const get = await other.app.inject({ url: "/api/settings", headers });
    expect(get.json()).toMatchObject({ folder: otherBrand.path, colours: { chosen: null } });
    const payload = { main: "#2b4f9c", accent: "#f2a33a", revision: 0 };
    const url = "/api/settings/colours";
    const put = await other.app.inject({ method: "PUT", url, headers, payload });
    expect([put.statusCode, put.json().code]).toEqual([409, "read-only"]);
  } finally {
    await other.close();
  }
});
