import { expect, test } from "../fixtures/portal.ts";

const preview = "/preview/articles/building-weave-entries";
/** Stands far below the wall of that article. */
const secret = /Two poles, no handler help|Fourteen out of sixteen/;

test("what is open of an entry can be read without scripts, and nothing else is in the page", async ({
  portal,
  browser,
  build,
}) => {
  test.skip(build === "desktop", "the desktop app has its own index.html");
  await portal.open("/about");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(new URL(preview, portal.page.url()).href);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/weave entries/i);
  await expect(page.getByText(/The entry rule takes one breath to explain/)).toBeVisible();
  await expect(page.getByRole("region", { name: /is for members/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Choose yearly" })).toBeVisible();
  expect(await page.content()).not.toMatch(secret);
  await context.close();
});
