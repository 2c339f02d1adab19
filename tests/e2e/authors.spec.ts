import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const growth = "Growth plates: when may a young dog start to jump?";

test("a health article names sources, review and what goes with it, and its footnotes work by keyboard @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles/growth-plates-and-first-jumps");
  const reference = page.getByRole("link", { name: "1", exact: true });
  await reference.press("Enter");
  const back = page.getByRole("link", { name: "Back to reference 1" });
  await expect(back).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(back).toBeFocused();
  await back.press("Enter");
  await expect(reference).toBeInViewport();

  await page.getByRole("heading", { name: "Footnotes" }).scrollIntoViewIfNeeded();
  const sources = page.getByRole("region", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveCount(3);
  await expect(sources.getByText(/Last reviewed on .* by Dr\. Ewan Kerr/)).toBeVisible();
  const goesWith = page.getByRole("region", { name: "Related" });
  await expect(goesWith.getByRole("link")).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await goesWith.getByRole("link", { name: /measure a dog/ }).click();

  await expect(page.getByRole("heading", { level: 1, name: /height class/ })).toBeVisible();
  await page.getByRole("heading", { level: 2 }).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Related" })).toContainText(growth);
});
