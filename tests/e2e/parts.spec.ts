import { cp, readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { defaultBrandDir } from "#api/brand.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import type { PartSettings } from "#shared/parts.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { startEmptyPortal } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

/** Everything about dogs is off, one kind is hidden, and another has the owner's name. */
const settings: PartSettings = {
  partsOff: ["dogs", "judgesNotes"],
  kinds: {
    blog: { hidden: true },
    articles: { name: { en: "Stories", pl: "Opowieści" } },
  },
};

async function createBrand() {
  const folder = await temporaryFolder();
  await cp(defaultBrandDir, folder.path, { recursive: true });
  const brand: object = JSON.parse(await readFile(`${folder.path}/brand.json`, "utf8"));
  await folder.write({ "brand.json": JSON.stringify({ ...brand, ...settings }) });
  return folder;
}

let brand: Awaited<ReturnType<typeof createBrand>>;
// Its library is empty: every word on screen is the program's.
let other: Awaited<ReturnType<typeof startEmptyPortal>>;
test.beforeAll(async () => {
  brand = await createBrand();
  other = await startEmptyPortal({ BRAND_DIR: brand.path, ADMIN_SECOND_FACTOR: "optional" });
});
test.afterAll(async () => {
  await other.close();
  await brand.remove();
});

const aboutDogs = {
  en: /\bdogs?\b|height class|withers|show day|judges/i,
  pl: /\bps(a|y|em|ów|u|ami)?\b|\bpies|klas\w* wzrost|kłęb|dzień wystawy|sędzi/i,
};

/** Expects that the page, once its heading is there, says nothing of what is off. */
async function expectNoWord(page: Page, language: "en" | "pl", address: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const text = await page.locator("body").innerText();
  expect.soft(text, address).not.toMatch(aboutDogs[language]);
  expect.soft(text, address).not.toMatch(/\bblog/i);
}

const places = {
  member: ["/dashboard", "/dashboard?tab=training", "/dashboard?tab=account", "/search", "/saved"],
  admin: ["/dashboard", "/studio", "/studio/new/recipes", "/review"],
};

test("with everything about dogs off, no menu, tab or card has a word about them; a hidden kind is nowhere, and one with a name has it @exhaustive", async ({
  portal,
  page,
}) => {
  portal.useBackend(other.origin);
  const member = await createTestUser(other.api.portal, "user");
  await grantMembership(other.api.portal, other.api.portal.database, member.id, null);
  const visitors = {
    member,
    admin: await createTestUser(other.api.portal, "admin"),
  };
  const side = page.getByRole("navigation", { name: /^(Member area|Strefa członka)/ });
  for (const who of ["member", "admin"] as const) {
    await portal.signIn(visitors[who]);
    for (const language of ["en", "pl"] as const) {
      for (const place of places[who]) {
        const address = `${place}${place.includes("?") ? "&" : "?"}lang=${language}`;
        await test.step(`${who}: ${address}`, async () => {
          await portal.open(address);
          await expectNoWord(page, language, address);
        });
      }
    }
  }
  await test.step("the list has the owner's name in the menu and as its title", async () => {
    await portal.open("/articles?lang=en");
    await expect(side.getByRole("link")).toHaveText([
      "Stories",
      "Recipes",
      "Videos",
      "Protocols",
      "Membership",
      "Log out",
    ]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stories");
    await expect(page).toHaveTitle("Stories · Ringside");
  });
  await test.step("on a phone the drawer and the tab bar have no word either", async () => {
    await portal.resize({ width: 390, height: 844 });
    await portal.open("/dashboard?lang=en");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Stories" })).toBeVisible();
    expect(await page.locator("body").innerText()).not.toMatch(aboutDogs.en);
    expect(await page.locator("body").innerText()).not.toMatch(/\bblog/i);
  });
  await test.step("addresses of what is off are not found, by admins neither", async () => {
    portal.expectFailures(404);
    const [start] = page.url().split("/dashboard");
    for (const address of ["/show-day", "/blog", "/studio/new/blog", "/dashboard?tab=dogs"]) {
      const answer = await page.goto(start + address);
      expect.soft(answer?.status(), address).toBe(404);
      await expect.soft(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    }
  });
});
