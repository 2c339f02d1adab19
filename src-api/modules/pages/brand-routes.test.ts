import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { brandElementId } from "#shared/brand-page.ts";
import { legalDocuments, publicBrandSchema } from "#shared/brand.ts";
import { languages } from "#shared/languages.ts";
import { shellRevision } from "#shared/service-worker.ts";
import { defaultBrandDir, legalTextOf, readBrand } from "#api/brand.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createOtherBrand, otherName } from "#api/testing/other-brand.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const built = await forFile(temporaryFolder());
await built.write({ ...sampleRenderer, "service-worker.js": `precache("${shellRevision}")` });
const otherBrand = await createOtherBrand();
afterAll(() => otherBrand.remove());

const options = { rendererFolder: built.path };
const demo = await forFile(createTestPortal({}, options));
const other = await forFile(createTestPortal({ brandDir: otherBrand.path }, options));
type TestPortal = typeof demo;

const get = (portal: TestPortal, url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers });

const dataBlock = new RegExp(`<script type="application/json" id="${brandElementId}">([^<]*)<`);
const brandIn = (html: string) =>
  publicBrandSchema.parse(JSON.parse(dataBlock.exec(html)?.[1] ?? ""));

describe("one built renderer, with two brands", () => {
  test.each(["/dashboard", "/about?lang=pl", "/shell.html"])(
    "%s has the brand of its portal: title, colours, sentences of every language, logo",
    async (url) => {
      const pages = [(await get(demo, url)).body, (await get(other, url)).body];
      const [ofDemo, ofOther] = pages.map(brandIn);
      expect([ofDemo?.name, ofOther?.name]).toEqual(["Ringside", otherName]);
      expect(pages[1]).toContain("Pfoten &amp; Co&lt;/script&gt;&lt;b&gt;</title>");
      expect(pages[1]).not.toContain("<b>");
      expect(pages[0]).toContain('data-dark="#121816" data-light="#faf7f0"');
      expect(pages[1]).toContain('data-dark="#181216" data-light="#f0f7fa"');
      expect(pages[1]).toContain('<meta name="theme-color" content="#2a0f21" />');
      expect(ofOther?.texts.en?.["hero"]).toMatchObject({ headline: "Sit, Kyoto." });
      expect(ofOther?.texts.pl).toEqual(ofDemo?.texts.pl);
      expect(ofOther?.logos.onLight).not.toBe(ofDemo?.logos.onLight);
      expect(ofOther).not.toHaveProperty("legal");
    },
  );

  test("logo and icons are those of the brand; an address with a hash never changes what it shows", async () => {
    const { onLight } = brandIn((await get(other, "/dashboard")).body).logos;
    const logo = await get(other, onLight);
    expect(logo.body).toBe(await readFile(`${otherBrand.path}/logo-mark.svg`, "utf8"));
    expect(logo.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      // An SVG that is opened by itself is a document.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    // A page that was opened before the logo changed shows the present one.
    const former = await get(demo, onLight);
    expect([former.statusCode, former.headers["cache-control"]]).toEqual([200, "no-cache"]);
    const icon = await get(demo, "/favicon-32.png");
    expect(icon.rawPayload).toEqual(await readFile(`${defaultBrandDir}/icons/favicon-32.png`));
    expect(icon.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "no-cache",
    });
    const held = { "if-none-match": String(icon.headers["etag"]) };
    expect((await get(demo, "/favicon-32.png", held)).statusCode).toBe(304);
    expect((await get(demo, "/trayTemplate.png")).statusCode).toBe(404);
  });

  test("a device installs the app with name, colours and sentence of the brand", async () => {
    const manifest: unknown = (await get(other, "/manifest.webmanifest")).json();
    expect(manifest).toMatchObject({
      name: otherName,
      theme_color: "#2a0f21",
      background_color: "#f0f7fa",
      description: other.portal.brand.texts.en.tagline,
      description_localized: { pl: other.portal.brand.texts.pl.tagline },
    });
  });

  test("the service worker fetches the shell anew with another brand", async () => {
    const [ofDemo, ofOther] = await Promise.all(
      [demo, other].map(async (portal) => (await get(portal, "/service-worker.js")).body),
    );
    expect(ofDemo).toMatch(/^precache\("[0-9a-f]{64}"\)$/);
    expect(ofOther).not.toBe(ofDemo);
    expect((await get(demo, "/service-worker.js")).body).toBe(ofDemo);
  });

  test("legal texts come in the language asked for, with their version and the names filled in", async () => {
    const { version, body } = (await get(other, "/api/legal/terms")).json();
    expect(version).toBe(other.portal.brand.legalVersions.terms);
    // The text is Markdown, in which the name is no markup.
    const inMarkdown = otherName.replaceAll(/[<>]/g, "\\$&");
    expect(body).toMatch(`## 0. ${inMarkdown} alone\n\nNobody else.`);
    const polish = await get(demo, "/api/legal/terms", { "accept-language": "pl" });
    expect(polish.json().body).toBe(legalTextOf(demo.portal.brand, "terms", "pl"));
    expect((await get(demo, "/api/legal/cookies")).statusCode).toBe(404);
  });

  test("the brand is told to whoever has no page of the portal, once", async () => {
    const answer = await get(other, "/api/brand");
    expect(answer.json()).toEqual(brandIn((await get(other, "/dashboard")).body));
    const held = { "if-none-match": String(answer.headers["etag"]) };
    expect((await get(other, "/api/brand", held)).statusCode).toBe(304);
    expect((await get(demo, "/api/brand", held)).statusCode).toBe(200);
  });
});

test("a brand that changes while the portal runs is in the next page, its manifest and its service worker", async () => {
  const portal = await createTestPortal({}, options);
  const before = await get(portal, "/service-worker.js");
  portal.portal.brand = await readBrand(otherBrand.path);
  expect(brandIn((await get(portal, "/dashboard")).body).name).toBe(otherName);
  expect((await get(portal, "/manifest.webmanifest")).json()).toMatchObject({ name: otherName });
  expect((await get(portal, "/service-worker.js")).body).not.toBe(before.body);
  await portal.close();
});

test("no legal text leaves a placeholder open", () => {
  const { brand } = demo.portal;
  const texts = legalDocuments.flatMap((document) =>
    languages.map((language) => legalTextOf(brand, document, language)),
  );
  expect(texts).toHaveLength(6);
  for (const text of texts) {
    expect(text).not.toMatch(/\{\{|^---/);
    expect(text).toContain(brand.contactEmail);
  }
});
