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
