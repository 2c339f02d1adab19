import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its chunks in its own folder");

const contactChunk = /^\/assets\/contact-page[^/]*\.js$/;

test("a page that is gone from the server is fetched by one reload, then said to be missing", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: contactChunk, status: 404, body: "gone" });
  await portal.open("/about");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page did not load");
  expect(portal.requests("/contact")).toHaveLength(1);
  portal.faults.clear();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
});

test("a page whose code fails to come once is there all the same", async ({ portal, page }) => {
  portal.faults.add({ path: contactChunk, status: 503, body: "busy", times: 1 });
  await portal.open("/about");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  expect(portal.requests("/contact")).toHaveLength(0);
});
