import { expect, test } from "../fixtures/portal.ts";

test("choosing Polish in the public layout changes the texts and the page's language, also after a reload", async ({
  portal,
  page,
}) => {
  await portal.open("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("banner").getByRole("button", { name: "Polski" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zaloguj się");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(page.getByRole("navigation", { name: "Menu główne" })).toBeVisible();
  await portal.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zaloguj się");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect.poll(() => portal.stored.get("language")).toBe("pl");
  await page.getByRole("banner").getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  await expect.poll(() => portal.stored.get("language")).toBe("en");
});

test("choosing Polish in the member area changes the content, too", async ({ portal, page }) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles");
  await expect(page.getByRole("link", { name: /weave/i }).first()).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Polski" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Artykuły");
  await expect(page.getByRole("link", { name: /slalom/i }).first()).toBeVisible();
  await page.getByRole("link", { name: "Przepisy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Przepisy");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
});

test("?lang=pl in an address works and is remembered; an unknown language there is ignored", async ({
  portal,
  page,
}) => {
  await portal.open("/contact?lang=pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(page).toHaveTitle(/Kontakt/);
  await portal.open("/login?lang=klingon");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zaloguj się");
});

test("a chosen language applies to history entries and to other windows, whatever their addresses say @exhaustive", async ({
  portal,
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await portal.open("/contact?lang=pl");
  await page.getByRole("banner").getByRole("link", { name: "O nas" }).click();
  await portal.expectPath("/about");
  await portal.open("/articles");
  const other = await portal.anotherWindow("/contact?lang=pl");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Kontakt");
  await page.getByRole("banner").getByRole("button", { name: "English" }).click();
  await expect(heading).toHaveText("Articles");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Contact");
  await expect.poll(() => portal.path(other)).toBe("/contact");
  await page.goBack();
  await portal.expectPath("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goBack();
  await expect(heading).toHaveText("Contact");
  await expect.poll(() => portal.path()).toBe("/contact");
  await portal.reload();
  await expect(heading).toHaveText("Contact");
  await page.goForward();
  await portal.expectPath("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("mails and messages of the API have the user's language", async ({ portal, page }) => {
  const user = await portal.createUser({ kind: "user" });
  portal.expectFailures(401);
  await portal.open("/login?lang=pl");
  await page.getByRole("textbox", { name: "Adres e-mail" }).fill(user.email);
  await page.getByLabel("Hasło", { exact: true }).fill("nie to hasło");
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await expect(page.getByRole("listitem", { name: /API/ })).toContainText("hasło");
});
