import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its chunks in its own folder");
test.use({ withoutFiles: true });

/** The file of a part: it bears the names of all parts in it. */
const part = (name: string) => new RegExp(String.raw`^/assets/([^/]*\.)?${name}[.-][^/]*\.js$`);

test("a page whose code is gone from the server causes one reload, then an error page", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: part("forgot-password-page"), status: 404, body: "gone" });
  await portal.open("/login");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  await expect.poll(() => portal.requests("/forgot-password")).toHaveLength(1);
  portal.faults.clear();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toBeVisible();
});

test("texts that fail to load at the start are asked for until they come; a public page whose code is gone is still there to be read after the reload @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: part("(en|pl)-visitors"), status: 503, body: "busy", times: 5 });
  await portal.open("/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  portal.faults.clear();
  portal.faults.add({ path: part("contact-page"), status: 404, body: "gone" });
  await portal.open("/about");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect.poll(() => portal.requests("/contact").length).toBe(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await portal.expectPath("/about");
});

test("a new version under an open page: one reload leads to the requested page, and nothing is lost @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open("/memberships");
  await page
    .getByRole("button", { name: /^Add to cart/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
  // The old chunk is missing until a reload, which uses the new one. Counting requests would not
  // do: focusing the menu loads the chunk too, and a slow click comes after that failed.
  const isOldVersion = () => portal.requests("/contact").length === 0;
  portal.faults.add({ path: part("contact-page"), status: 404, body: "gone", when: isOldVersion });
  await page.getByRole("banner").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  await expect.poll(() => portal.requests("/contact")).toHaveLength(1);
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
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

test("a lost connection is notified although nothing can be fetched any more, and a page that did not load without it loads by itself once there is one @exhaustive", async ({
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
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  portal.faults.disconnect(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/beside the ring/);
  expect(portal.requests("/about")).toHaveLength(0);
});
