import type { Page } from "@playwright/test";
import { createOtherBrand, otherName } from "#api/testing/other-brand.ts";
import { startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";
import { createTestUser } from "../fixtures/accounts.ts";

let brand: Awaited<ReturnType<typeof createOtherBrand>>;
let other: Awaited<ReturnType<typeof startWithBrand>>;
test.beforeAll(async ({ server }) => {
  brand = await createOtherBrand();
  other = await startWithBrand(brand.path, server.proxy.origin);
});
test.afterAll(async () => {
  await other.close();
  await brand.remove();
});

/** Returns the text of the logo that a page shows first. */
const logoOn = (page: Page) =>
  page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>("header img, nav img");
    return image?.complete && image.naturalWidth > 0 ? (await fetch(image.src)).text() : "";
  });

const colour = (page: Page, of: string) =>
  page.evaluate(
    (selector) =>
      getComputedStyle(document.querySelector(selector) ?? document.body).backgroundColor,
    of,
  );

const otherPaper = "rgb(240, 247, 250)"; // #f0f7fa
const otherGround = "rgb(24, 18, 22)"; // #181216
const home = new RegExp(`^${RegExp.escape(otherName)}`);

test("the same build shows the brand of its portal: as served, taken over, in Polish, and in the member area", async ({
  portal,
  page,
}) => {
  portal.useBackend(other.origin);
  await test.step("a public page has sentences, colours and logo", async () => {
    await portal.open("/");
    await expect(page).toHaveTitle(`Dog sport for agility, rally and obedience · ${otherName}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sit, Kyoto.");
    await expect(page.getByRole("link", { name: home }).first()).toBeVisible();
    expect(await colour(page, "html")).toBe(otherPaper);
    await expect.poll(() => logoOn(page)).toContain("#331229");
    // Taken over, by a device that shows another language.
    await page.getByRole("banner").getByRole("button", { name: "Polski" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "pl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      other.api.portal.brand.texts.pl.hero.headline,
    );
  });
  await test.step("a legal text is the brand's", async () => {
    await portal.open("/terms-and-conditions?lang=en");
    await expect(
      page.getByRole("heading", { level: 2, name: `0. ${otherName} alone` }),
    ).toBeVisible();
  });
  await test.step("the member area is dark in its own colours", async () => {
    await portal.signIn(await createTestUser(other.api.portal, "member"));
    await portal.open("/dashboard");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${RegExp.escape(otherName)}$`));
    expect(await colour(page, "html")).toBe(otherGround);
    await expect.poll(() => logoOn(page)).toContain("<!-- other -->");
  });
});
