import { readFile } from "node:fs/promises";
import { dateIn } from "#shared/formats.ts";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

test("a company puts its details on a receipt at the checkout, and the owner finds the sale in the books of the month @exhaustive", async ({
  portal,
  page,
}) => {
  const company = `Pies i Spółka ${Date.now()}`;
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await test.step("the form opens in place, names what is wrong, and keeps what was typed", async () => {
    await portal.open("/memberships");
    await page.getByRole("button", { name: "Add to cart: Course-walking workbook" }).click();
    await page.getByRole("link", { name: /^Cart/ }).click();
    const row = page.getByRole("group", { name: "Details for the receipt" });
    await expect(row).toContainText("Your name and e-mail address only");
    await row.getByRole("button", { name: "Change" }).click();
    await expect(row.getByLabel("Name or company")).toBeFocused();
    await row.getByLabel("Name or company").fill(company);
    await row.getByLabel("Address").fill("ul. Długa 1\n00-238 Warszawa");
    await row.getByLabel("Tax number").fill("526-000-12-47");
    await row.getByLabel("Country").selectOption("Poland");
    portal.expectFailures(400);
    await row.getByRole("button", { name: "Save" }).click();
    await expect(row.getByText("This is not a tax number of the chosen country.")).toBeVisible();
    await expect(row.getByLabel("Name or company")).toHaveValue(company);
    // The link to the cart shows its number, and names it with words.
    expect(await violations(page, ["label-content-name-mismatch"])).toEqual([]);
    await row.getByLabel("Tax number").fill("526-000-12-46");
  });
  await test.step("what is open is saved by paying, and stands on the receipt", async () => {
    await page.getByRole("button", { name: "Pay €12 now" }).click();
    await portal.paymentPage();
    await portal.payWith("good");
    await portal.open("/membership");
    await page
      .getByRole("link", { name: /^Receipt/ })
      .first()
      .click();
    const paper = page.getByRole("article");
    for (const text of [company, "00-238 Warszawa", "Poland", "Tax number 526-000-12-46"])
      await expect(paper).toContainText(text);
  });
  await test.step("the account has them, too", async () => {
    await portal.open("/dashboard?tab=account");
    const row = page.getByRole("group", { name: "Billing" });
    await expect(row).toContainText(`${company} · ul. Długa 1, 00-238 Warszawa · Poland`);
  });
  await test.step("the books of the month have the sale", async () => {
    const admin = await portal.createUser({ kind: "admin" });
    await portal.signIn(admin);
    await portal.open("/dashboard");
    const books = page.getByRole("region", { name: "Books" });
    const month = dateIn(new Date(), "Europe/Warsaw").slice(0, 7);
    await books.getByLabel("Month").selectOption(month);
    await books.getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Current password" }).fill(admin.password);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`books-${month}.csv`);
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(lines.filter((line) => line.includes(company))).toEqual([
      expect.stringContaining(
        `,course-walking-workbook,,${company},PL,526-000-12-46,9.76,23%,2.24,12.00,EUR,`,
      ),
    ]);
  });
});
