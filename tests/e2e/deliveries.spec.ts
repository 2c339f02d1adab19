import { readFile } from "node:fs/promises";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Buys extras, and opens the purchases. Returns the number of the receipt. */
async function buyExtras(portal: Portal, skus: string[]): Promise<string> {
  const { page } = portal;
  const items = skus.map((sku) => ({ sku, kind: "extra", quantity: 1 }));
  await portal.stored.set("purchase-items", JSON.stringify(items));
  await portal.open("/checkout");
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await portal.payWith("good");
  await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await portal.open("/membership");
  const receipt = page.getByRole("link", { name: /^Receipt RS-/ });
  return (await receipt.innerText()).replace("Receipt ", "");
}

test("a bought workbook is downloaded from the purchases @seam:files", async ({ portal, page }) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.signIn(user);
  await buyExtras(portal, ["course-walking-workbook"]);
  const button = page.getByRole("button", { name: "Download the PDF: Course-walking workbook" });
  await expect(page.getByText("Ready to download")).toBeVisible();
  expect((await portal.mails.latestTo(user.email)).text).toContain("you can download it now");
  const [download] = await Promise.all([
    portal.build === "web" ? page.waitForEvent("download") : null,
    button.click(),
  ]);
  const fetched = () =>
    portal.requests("/api/purchases/").filter(({ path }) => path.endsWith(".pdf"));
  await expect.poll(() => fetched().length).toBe(1);
  await portal.expectPath("/membership");
  if (!download) return;
  expect(download.suggestedFilename()).toBe("course-walking-workbook.pdf");
  const sold = await readFile("resources/brand/extras/course-walking-workbook.pdf");
  expect(sold.equals(await readFile(await download.path()))).toBe(true);
});

test("the purchases show the time of a consultation once the owner has set it", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.signIn(user);
  const number = await buyExtras(portal, ["handling-consultation", "show-day-class"]);
  await expect(page.getByText(/The time is not set yet/)).toHaveCount(2);
  const year = new Date().getFullYear() + 1;
  const time = `${year}-07-01T18:00`;
  await portal.command("orders", "schedule", number, "handling-consultation", time);
  await portal.command("orders", "cancel", number, "show-day-class");
  await portal.reload();
  await expect(page.getByText(`1 July ${year}`)).toBeVisible();
  await expect(page.getByText(/^Cancelled on/)).toBeVisible();
  await expect
    .poll(() => portal.mails.latestTo(user.email))
    .toMatchObject({
      subject: expect.stringContaining("Cancelled: Place at the autumn show-day class"),
    });
});
