import { readFile } from "node:fs/promises";
import { samplePdf } from "#api/testing/sample-pdf.ts";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const pdf = samplePdf("Twelve weeks indoors.");

test("an admin adds a PDF, mends its price and text, and a member buys it; then it is taken off sale @exhaustive", async ({
  portal,
  page,
}) => {
  const name = `Winter plan ${Date.now()}`;
  const admin = await portal.createUser({ kind: "admin" });
  const saved = () => expect(page.getByText(`${name} was saved.`)).toBeVisible();
  const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
  await portal.signIn(admin);
  await portal.open("/studio");
  await page.getByRole("link", { name: "Extras" }).click();
  await page.getByRole("button", { name: "Add extra" }).click();
  await expect(page.getByLabel("Name in English")).toBeFocused();
  await page.getByLabel("Name in English").fill(name);
  await page.getByLabel("Summary in English").fill("Twelve weeks outdoors.");
  await page.getByLabel("How buyers get it, in English").fill("A PDF to print.");
  await page.getByLabel("Price in EUR").fill("20");
  await page.getByLabel("Tax rate (%)").fill("23");
  await save();
  const file = page.getByRole("group", { name: "PDF in English" });
  await expect(file.getByText("Field is required")).toBeVisible();
  await file
    .locator("input[type=file]")
    .setInputFiles({ name: "Winter plan.pdf", mimeType: "application/pdf", buffer: pdf });
  await expect(file.getByText("winter-plan.pdf")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await save();
  await saved();

  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByLabel("Price in EUR").fill("14,50");
  await page.getByLabel("Summary in English").fill("Twelve weeks indoors.");
  await save();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("€14.50");

  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/memberships");
  await expect(page.getByText("Twelve weeks indoors.")).toBeVisible();
  await page.getByRole("button", { name: `Add to cart: ${name}` }).click();
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await page.getByRole("button", { name: /^Pay €14.50 now/ }).click();
  await portal.payWith("good");
  await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await portal.open("/membership");
  const [download] = await Promise.all([
    portal.build === "web" ? page.waitForEvent("download") : null,
    page.getByRole("button", { name: `Download the PDF: ${name}` }).click(),
  ]);
  const fetched = () =>
    portal.requests("/api/purchases/").filter(({ path }) => path.endsWith("/winter-plan.pdf"));
  await expect.poll(() => fetched().length).toBe(1);
  if (download) expect(pdf.equals(await readFile(await download.path()))).toBe(true);

  await portal.signIn(admin);
  await portal.open("/studio?part=extras");
  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByRole("checkbox", { name: "On sale" }).uncheck();
  await save();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Not on sale");
  await portal.open("/memberships");
  await expect(page.getByRole("button", { name: /^Add to cart/ }).first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
