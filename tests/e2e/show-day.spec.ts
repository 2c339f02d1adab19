import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

test("a show is entered, its countdown ticked off and printed on one sheet, and it stands on the dashboard @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/show-day");
  const today = new Date();
  const ahead = (days: number) =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole("button", { name: "Add a show" }).click();
  await page.getByLabel("Name of the show").fill("Spring Cup");
  await page.getByLabel("Date").fill("2020-01-01");
  await page.getByLabel("Start (optional)").fill("09:30");
  await page.getByLabel("Dog or class").selectOption({ label: "Without a dog: Small" });
  await page.getByRole("button", { name: "Put the countdown together" }).click();
  await expect(page.getByText("Choose a date from today to a year ahead")).toBeVisible();
  await page.getByLabel("Date").fill(ahead(5));
  await page.getByRole("button", { name: "Put the countdown together" }).click();

  await expect(page.getByRole("heading", { name: "Spring Cup" })).toBeFocused();
  await expect(page.getByText(/items are left out/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "7 days before" })).toBeHidden();
  const day = page.getByRole("region", { name: "Show day" });
  await expect(day).toContainText("09:10");
  await expect(page.getByText("A coat for the wait")).toBeVisible(); // for small dogs
  const box = page.getByRole("checkbox", { name: /Papers in one folder/ });
  await box.check();
  await expect(page.getByRole("status").filter({ hasText: /^1 of/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const other = await portal.anotherWindow("/show-day");
  await expect(other.getByRole("checkbox", { name: /Papers in one folder/ })).toBeChecked();
  await other.close();

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Spring Cup" })).toHaveCSS(
    "color",
    "rgb(0, 0, 0)",
  );
  await expect(page.getByRole("button", { name: "Print the sheet" })).toBeHidden();
  await page.emulateMedia({ media: null }); // other specs reuse the page

  await portal.open("/dashboard");
  await page.getByRole("link", { name: "Spring Cup in 5 days" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Which show is next?" })).toBeVisible();
});
