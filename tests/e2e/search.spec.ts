import { expect, test } from "../fixtures/portal.ts";

test("members search everything by keyboard, and find the search again after an entry and a reload @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/recipes");
  const field = page.getByRole("searchbox", { name: "Search all content" });
  await page.getByRole("heading", { level: 1, name: "Recipes" }).waitFor();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Recipes" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("weve pols");
  const found = page.getByRole("link", { name: "Building weave entries" });
  await expect(found).toBeVisible();
  await page.getByRole("button", { name: "Articles", exact: true }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ results?$/ })).toBeVisible();
  await expect(page.getByText("Video", { exact: true })).toHaveCount(0);
  await found.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: "Building weave entries" }),
  ).toBeVisible();
  await page.goBack();
  await expect(found).toBeFocused();
  await expect(field).toHaveValue("weve pols");
  await page.reload();
  await expect(field).toHaveValue("weve pols");
  await expect(page.getByRole("button", { name: "Articles", pressed: true })).toBeVisible();
  await expect(found).toBeVisible();
});

test("a search shows as many results after a reload, at the same place @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/search?q=dog");
  const results = page.getByRole("main").getByRole("article");
  const first = await results
    .first()
    .waitFor()
    .then(() => results.count());
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => results.count()).toBeGreaterThan(first);
  const shown = await results.count();
  const last = results.nth(first + 2);
  await last.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(page).toHaveURL(/pages=2/);
  const top = () => last.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const noted = () => page.evaluate((): unknown => history.state?.listPlace?.index);
  await expect.poll(noted).toBeGreaterThan(first);
  const before = await top();
  await page.reload();
  await expect(results).toHaveCount(shown);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40);
});

test("a search goes on while a program translates the page @exhaustive", async ({ portal }) => {
  const { page } = portal;
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/search?q=weave");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await page.evaluate(() => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest("script, style, font")) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  });
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("liver");
  await expect(page.getByRole("main").getByRole("link", { name: /liver/i }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await field.fill("");
  await field.pressSequentially("tunnel");
  await expect(
    page
      .locator("mark")
      .filter({ hasText: /tunnel/i })
      .first(),
  ).toBeVisible();
});
