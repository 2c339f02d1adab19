import { expect, test } from "../fixtures/portal.ts";

test("Polish is chosen in the public layout: texts, language of the page, after a reload too", async ({
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
  expect(await portal.stored.get("language")).toBe("pl");
  await page.getByRole("banner").getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  expect(await portal.stored.get("language")).toBe("en");
});

test("Polish is chosen in the member area, and the content follows", async ({ portal, page }) => {
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

test("?lang=pl in an address works and is remembered; nonsense there is ignored", async ({
  portal,
  page,
}) => {
  await portal.open("/contact?lang=pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(page).toHaveTitle(/Kontakt/);
  await portal.open("/login?lang=klingon");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zaloguj się");
});

test("the browser's language chooses nothing", async ({ portal, page }) => {
  await portal.open("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  expect(await portal.stored.get("language")).toBeNull();
});

test("mails and messages of the API come in the language that is read", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  portal.expectFailures(401);
  await portal.open("/login?lang=pl");
  await page.getByRole("textbox", { name: "Adres e-mail" }).fill(user.email);
  await page.getByLabel("Hasło", { exact: true }).fill("nie to hasło");
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await expect(page.getByRole("listitem", { name: /API/ })).toContainText("hasło");
});
