import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its chunks in its own folder");
test.use({ withoutFiles: true });

/** A file bears the names of all pages in it. */
const contactChunk = /^\/assets\/([^/]*\.)?contact-page[.-][^/]*\.js$/;
const forgotChunk = /^\/assets\/([^/]*\.)?forgot-password-page[.-][^/]*\.js$/;

test("a page whose code is gone from the server causes one reload, then an error page", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: forgotChunk, status: 404, body: "gone" });
  await portal.open("/login");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  await expect.poll(() => portal.requests("/forgot-password")).toHaveLength(1);
  portal.faults.clear();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toBeVisible();
});

test("a public page whose code is gone is still there to be read after the reload @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: contactChunk, status: 404, body: "gone" });
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
  portal.faults.add({ path: contactChunk, status: 404, body: "gone", when: isOldVersion });
  await page.getByRole("banner").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  await expect.poll(() => portal.requests("/contact")).toHaveLength(1);
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
});
