import { defaultBrandDir } from "#api/brand.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

let other: Awaited<ReturnType<typeof startWithBrand>>;
// A portal of its own, since every page of it changes.
test.beforeAll(async ({ server }) => {
  other = await startWithBrand(defaultBrandDir, server.proxy.origin);
});
test.afterAll(() => other.close());

test("an admin changes name, colours, a sentence and the terms in the dashboard, and a visitor's next page has them @exhaustive", async ({
  portal,
  page,
}) => {
  portal.expectFailures(400);
  portal.useBackend(other.origin);
  const admin = await createTestUser(other.api.portal, "admin");
  await portal.signIn(admin);
  await portal.open("/dashboard?section=settings");
  const change = (name: string) => page.getByRole("button", { name: `Change: ${name}` }).click();
  const row = (name: string) => page.getByRole("group", { name, exact: true });
  const save = async (name: string) => {
    await row(name).getByRole("button", { name: "Save" }).click();
    await expect(row(name).getByText("Saved. Pages that are opened from now on")).toBeVisible();
  };
  await test.step("name and seller", async () => {
    await change("Name and seller");
    await expect(page.getByLabel("Name of the portal")).toBeFocused();
    await page.getByLabel("Name of the portal").fill("Crumb & Crust");
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.getByRole("button", { name: "Remove link 2" }).click();
    await save("Name and seller");
    await expect(row("Name and seller")).toContainText("Crumb & Crust · Ringside Media s.c.");
  });
  await test.step("colours", async () => {
    await change("Colours");
    await page.getByLabel("Main colour", { exact: true }).fill("#31517b");
    await page.getByLabel("Accent colour", { exact: true }).fill("#7a2a2a");
    await page.getByRole("button", { name: "Use #" }).click();
    await save("Colours");
  });
  await test.step("a sentence", async () => {
    await change("English");
    const form = page.getByRole("form", { name: "Sentences in English" });
    await form.getByText("Top of the home page").click();
    await form.getByLabel("Headline").first().fill("Flour, water, salt.");
    await save("English");
  });
  await test.step("the terms, not of a day that somebody has accepted", async () => {
    await change("Terms and conditions");
    await page.getByLabel("Text in English").fill("## 1. Bread\n\n{{name}} bakes it.");
    const day = page.getByLabel("Applies from");
    const publish = async () => {
      await page.getByRole("button", { name: "Publish" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(admin.password);
      await dialog.getByRole("button", { name: "Publish" }).click();
      await expect(dialog).toBeHidden();
    };
    const today = await day.inputValue();
    await day.fill("2026-11-26");
    await publish();
    await expect(
      page.getByText("There is a text of this day or of a later one already"),
    ).toBeVisible();
    await day.fill(today);
    await publish();
    await expect(row("Terms and conditions").getByText(/^Saved/)).toBeVisible();
  });
  await portal.stored.remove("token");
  await portal.open("/?lang=en");
  await expect(page).toHaveTitle(/Crumb & Crust$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Flour, water, salt.");
  const button = page.getByRole("banner").getByRole("link", { name: /Crumb & Crust/ });
  await expect(button).toBeVisible();
  await portal.open("/terms-and-conditions?lang=en");
  await expect(page.getByRole("heading", { level: 2, name: "1. Bread" })).toBeVisible();
  await expect(page.getByText("Crumb & Crust bakes it.")).toBeVisible();
});
