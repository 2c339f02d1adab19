import { expect, test } from "../fixtures/portal.ts";

test("an admin's announcement is visible to everybody until it is withdrawn @exhaustive", async ({
  portal,
  page,
}) => {
  const title = `Ring closed on Friday ${Date.now()}`;
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/announcements");
  await page.getByRole("button", { name: "Write announcement" }).click();
  const english = page.getByRole("group", { name: "English" });
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(english.getByText("Field is required")).toHaveCount(2);
  await english.getByLabel("Title").fill(title);
  await english.getByLabel("Text").fill("The **seesaw** is being painted&hellip;");
  const polish = page.getByRole("group", { name: "Polish" });
  await polish.getByLabel("Title").fill(`Plac zamknięty ${title}`);
  await polish.getByLabel("Text").fill("Malujemy huśtawkę.");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Published. Everyone can read it now.")).toBeVisible();
  // Decoding &hellip; must not assign markup, which Trusted Types refuse.
  await expect(page.getByText("The seesaw is being painted…")).toBeVisible();

  await page.getByRole("link", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await portal.open("/announcements");
  const article = page.getByRole("article", { name: title });
  await expect(article.getByText("seesaw")).toBeVisible();
  await expect(page.getByRole("button", { name: /Withdraw/ })).toHaveCount(0);
  await portal.open("/announcements?lang=pl");
  await expect(page.getByText("Malujemy huśtawkę.")).toBeVisible();

  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/announcements?lang=en");
  await page.getByRole("button", { name: `Edit: ${title}` }).click();
  await english.getByLabel("Text").fill("The seesaw is dry.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Readers see the new text")).toBeVisible();
  await expect(article.getByText("The seesaw is dry.")).toBeVisible();
  await expect(article.getByText("Changed on")).toBeVisible();
  await page.getByRole("button", { name: `Withdraw: ${title}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  // While the dialog is open, it hides the article: only the notice says that it is withdrawn.
  await expect(page.getByText("Withdrawn. Nobody can see it any more.")).toBeVisible();
  await expect(article).toHaveCount(0);
  await portal.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(article).toHaveCount(0);
});
