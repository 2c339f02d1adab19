import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its parts in its own folder");
test.use({ withoutFiles: true });

/** The file of a part: it bears the names of all parts in it. */
const part = (name: string) => new RegExp(String.raw`^/assets/([^/]*\.)?${name}[.-][^/]*\.js$`);

test("texts that fail to load at the start are asked for until they come @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: part("(en|pl)-visitors"), status: 503, body: "busy", times: 5 });
  await portal.open("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
});

test("a menu whose code is missing leaves the page intact, and opens once the code is there @exhaustive", async ({
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
  await expect.poll(() => portal.requests("/contact")).toHaveLength(1);
});

test("a lost connection is notified although nothing can be fetched any more @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/contact");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Your e-mail address").fill("ada@example.com");
  await page.getByLabel("What is it about?").fill("A question");
  await page.getByLabel("Your message").fill("Hello, is anybody there?");
  portal.faults.disconnect(true);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(portal.notifications()).toHaveCount(1);
});

test("a page that did not load without a connection loads by itself once there is one @exhaustive", async ({
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

test("a dialog whose code is missing leaves the page intact, and opens at a later click @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await portal.open("/dashboard?tab=account");
  const opener = page.getByRole("button", { name: "Delete my account" });
  await expect(opener).toBeVisible();
  portal.faults.add({ path: part("confirm-dialog-surface"), status: 503, body: "busy" });
  await opener.click();
  const asked = () =>
    portal.requests("/assets/").filter(({ path }) => part("confirm-dialog-surface").test(path));
  await expect.poll(() => asked().length).toBe(2);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  portal.faults.clear();
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    // A dialog that came late covers the button.
    if (!(await dialog.isVisible())) await opener.click({ timeout: 2_000 });
    await expect(dialog).toBeVisible();
  }).toPass();
});
