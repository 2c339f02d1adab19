import { cp, readFile, rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { defaultBrandDir } from "#api/brand.ts";
import type { Language } from "#shared/languages.ts";
import { dashboardTabs } from "#shared/routes.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";
import { productTexts } from "../words/texts.ts";

let brand: Awaited<ReturnType<typeof temporaryFolder>>;
let english: Awaited<ReturnType<typeof startWithBrand>>;
test.beforeAll(async ({ server }) => {
  brand = await temporaryFolder();
  await cp(defaultBrandDir, brand.path, { recursive: true });
  const facts: object = JSON.parse(await readFile(`${brand.path}/brand.json`, "utf8"));
  await brand.write({ "brand.json": JSON.stringify({ ...facts, languages: ["en"] }) });
  const sentences = await readFile(`${brand.path}/en.json`, "utf8");
  await brand.write({ "en.json": sentences.replaceAll(" and Polish", "") });
  for (const file of [
    "pl.json",
    "legal/terms.pl.md",
    "legal/privacy.pl.md",
    "legal/regulations.pl.md",
  ])
    await rm(`${brand.path}/${file}`);
  english = await startWithBrand(brand.path, server.proxy.origin);
});
test.afterAll(async () => {
  await english.close();
  await brand.remove();
});

test.use({ locale: "pl-PL" });

const textsIn = (language: Language) =>
  new Set(productTexts().flatMap((one) => (one.language === language ? [one.text.trim()] : [])));
/** What only a portal with Polish says. */
const polish = textsIn("pl").difference(textsIn("en"));

/** Fails where a page shows or names anything in Polish: as text, in labels, or in its head. */
async function expectEnglish(page: Page, where: string) {
  await expect(page.getByRole("heading", { level: 1 }).first(), where).toBeVisible();
  await expect(page.locator("html"), where).toHaveAttribute("lang", "en");
  await expect(page.getByRole("group", { name: /^(language|język)/i }), where).toHaveCount(0);
  const found = await page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label], [placeholder], [title]")].map(
      (one) =>
        ["aria-label", "placeholder", "title"].map((name) => one.getAttribute(name)).join("\n"),
    );
    const head = [...document.head.querySelectorAll("[hreflang], [lang], link[href*='lang=']")];
    return {
      text: [document.title, document.body.innerText, ...labels].join("\n"),
      head: head.map((one) => one.outerHTML),
      inPolish: [...document.querySelectorAll("[lang=pl]")].map((one) => one.outerHTML),
      links: [...document.querySelectorAll("a[href*='lang=']")].map((one) => one.outerHTML),
    };
  });
  const lines = found.text
    .split("\n")
    // An announcement of the demo, a long paragraph, offers answers in Polish.
    .filter((line) => polish.has(line.trim()) || (line.length < 200 && /Polish|Polski/.test(line)));
  expect({ ...found, text: lines }, where).toEqual({ text: [], head: [], inPolish: [], links: [] });
}

test("a portal with English alone shows no switch, no second text and no Polish word, whatever the browser prefers: public pages, member area, studio @exhaustive", async ({
  portal,
  page,
}) => {
  portal.useBackend(english.origin);
  await test.step("public pages, also at an address and on a device that ask for Polish", async () => {
    await portal.open("/");
    await page.evaluate(() => localStorage.setItem("language", "pl"));
    for (const path of ["/", "/articles", "/about?lang=pl", "/memberships", "/contact", "/login"]) {
      await portal.open(path);
      await expectEnglish(page, path);
    }
    expect(new URL(page.url()).search).toBe("");
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("pl");
  });
  await test.step("the member area", async () => {
    await portal.signIn(await createTestUser(english.api.portal, "admin"));
    for (const path of [
      "/dashboard",
      dashboardTabs.account,
      "/dashboard?section=discounts",
      "/recipes",
      "/announcements",
    ]) {
      await portal.open(path);
      await expectEnglish(page, path);
    }
    await page.getByRole("button", { name: "Write announcement" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveCount(1);
    await expectEnglish(page, "a new announcement");
  });
  await test.step("the studio, where an entry is written in one column and published", async () => {
    await portal.open("/studio");
    await expectEnglish(page, "/studio");
    await portal.open("/studio/new/articles");
    await page.getByLabel("Title").fill("In one language");
    await page.getByRole("button", { name: "Start writing" }).click();
    await expect(page.getByRole("textbox", { name: "English: title" })).toHaveValue(
      "In one language",
    );
    await page.getByLabel("English: summary").fill("What it says.");
    await page.getByRole("textbox", { name: "English: text" }).fill("A text.");
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await expectEnglish(page, "the editor");
  });
});
