import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its parts in its own folder");
test.use({ withoutFiles: true });

/** The file of a part: it bears the names of all parts in it. */
const part = (name: string) => new RegExp(String.raw`^/assets/([^/]*\.)?${name}[.-][^/]*\.js$`);

test("texts that never load do not leave the page blank", async ({ portal, page }) => {
  portal.faults.add({ path: part("(en|pl|common|titles)"), hang: true });
  await portal.open("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
});

test("a menu whose code is missing leaves the page intact, and opens once the code is there", async ({
  portal,
  page,
}) => {
  await portal.resize({ width: 390, height: 800 });
  await page.clock.install();
  await portal.open("/contact");
  await page.getByLabel("Your message").fill("Half a message");
  portal.faults.add({ path: part("menu-drawer"), status: 404, body: "gone", times: 2 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const asked = () =>
    portal.requests("/assets/").filter(({ path }) => part("menu-drawer").test(path)).length;
  await expect.poll(asked).toBeGreaterThan(0);
  await page.clock.runFor(2_000);
  await expect(page.getByLabel("Your message")).toHaveValue("Half a message");
  await expect.poll(() => portal.requests("/api/health").length).toBeGreaterThan(0);
  await page.clock.runFor(31_000);
  await expect(page.getByRole("dialog").getByRole("link", { name: "About" })).toBeVisible();
  expect(portal.requests("/contact")).toHaveLength(1);
});

test("a page that did not load without a connection loads by itself once there is one", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  portal.faults.disconnect(true);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  portal.faults.disconnect(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  expect(portal.requests("/contact")).toHaveLength(0);
});

test("notifications whose code is missing are shown once it loads", async ({ portal, page }) => {
  portal.faults.add({ path: part("notifier"), status: 503, body: "busy", times: 2 });
  portal.faults.add({ path: "/api/content/articles", status: 500, body: { message: "Oh no." } });
  await page.clock.install();
  await portal.open("/articles");
  await expect(page.getByRole("heading", { name: "This did not load" })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect.poll(() => portal.requests("/api/health").length).toBeGreaterThan(0);
  await page.clock.runFor(31_000);
  await expect(portal.notifications()).toContainText("Oh no.");
});
