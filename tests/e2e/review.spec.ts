import { expect, test } from "../fixtures/portal.ts";

test("a reviewer reads a draft that members cannot, and marks it as ready until it changes @exhaustive", async ({
  portal,
  page,
}) => {
  const slug = `draft-${Date.now()}`;
  const title = "A leash for the start line";
  await portal.writeDraft(slug, { title, body: "Nobody has **read** this yet." });
  await portal.signIn(await portal.createUser({ kind: "reviewer" }));
  await portal.open("/");
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Review" })
    .click();
  await page.getByRole("link", { name: title }).click();
  await portal.expectPath(`/review/blog/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Nobody has read this yet.")).toBeVisible();
  const strip = page.getByRole("region", { name: "Review" });
  await expect(strip.getByText("Draft", { exact: true })).toBeVisible();
  await strip.getByRole("button", { name: "Mark as ready" }).click();
  await expect(strip.getByText(/^Ready: Robin/)).toBeVisible();
  await expect(strip.getByRole("button", { name: "Remove the mark" })).toBeFocused();
  await portal.reload();
  await expect(strip.getByRole("button", { name: "Remove the mark" })).toBeVisible();

  await portal.writeDraft(slug, { title, body: "Now it says something else." });
  await portal.reload();
  await expect(page.getByText("Now it says something else.")).toBeVisible();
  await expect(strip.getByText("Not marked as ready yet.")).toBeVisible();
  await page.getByRole("link", { name: "Review" }).last().click();
  await expect(page.getByRole("link", { name: title })).toBeVisible();

  portal.expectFailures(404);
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open(`/review/blog/${slug}`);
  await portal.expectPath("/dashboard");
  await portal.open(`/blog/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We do not have that one");
});
