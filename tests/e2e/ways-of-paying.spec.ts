import { defaultBrandDir } from "#api/brand.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { forward, startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

let other: Awaited<ReturnType<typeof startWithBrand>>;
// A portal of its own, since its time and its settings change.
test.beforeAll(async ({ server }) => {
  other = await startWithBrand(defaultBrandDir, server.proxy.origin);
});
test.afterAll(() => other.close());

test("an admin offers SEPA debit; a membership by it begins at once, and ends when the bank does not pay @exhaustive", async ({
  portal,
  page,
}) => {
  portal.useBackend(other.origin);
  await test.step("the setting", async () => {
    await portal.signIn(await createTestUser(other.api.portal, "admin"));
    await portal.open("/dashboard?section=settings");
    const row = page.getByRole("group", { name: "Ways to pay", exact: true });
    await page.getByRole("button", { name: "Change: Ways to pay" }).click();
    await row.getByLabel(/^SEPA debit/).check();
    await row.getByLabel(/^Przelewy24/).check();
    await row.getByRole("button", { name: "Save" }).click();
    await expect(row.getByText("Saved. Pages that are opened from now on")).toBeVisible();
    await expect(row).toContainText("Cards, SEPA, Przelewy24");
  });
  await portal.signIn(await createTestUser(other.api.portal, "user"));
  await test.step("a year can be paid once", async () => {
    await portal.open("/subscribe/yearly");
    await page.getByLabel(/^A year, paid once/).check();
    await expect(page.getByText(/^Paid once: the membership ends on/)).toBeVisible();
  });
  await test.step("a debit that the bank refuses after five days", async () => {
    await portal.open("/subscribe/monthly");
    await page.getByRole("button", { name: /^Pay €9/ }).click();
    const payment = await portal.paymentPage();
    await payment.getByRole("button", { name: /fails after five days/ }).click();
    await portal.backFromPayment();
    await portal.open("/membership");
    await expect(page.getByText(/^Your bank is still confirming the debit/)).toBeVisible();
    await expect(page.getByRole("group", { name: "Card" })).toContainText("ending in 3001");
    await portal.open("/videos");
    await expect(page.getByRole("heading", { name: "Videos" })).toBeVisible();
  });
  await test.step("it is taken back", async () => {
    await forward(other.api.portal, "6 days");
    await portal.open("/membership");
    await expect(page.getByText(/^Your bank did not pay the €9/)).toBeVisible();
  });
});
