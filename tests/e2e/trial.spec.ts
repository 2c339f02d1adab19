import { defaultBrandDir } from "#api/brand.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { startWithBrand } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

let other: Awaited<ReturnType<typeof startWithBrand>>;
// A portal of its own: the plans of the shared one have no trial.
test.beforeAll(async ({ server }) => {
  other = await startWithBrand(defaultBrandDir, server.proxy.origin);
});
test.afterAll(() => other.close());

test("a trial says before what is charged when, begins with a card, and that card begins no second one @exhaustive", async ({
  portal,
  page,
}) => {
  portal.useBackend(other.origin);
  await test.step("an admin gives the monthly plan a trial", async () => {
    const admin = await createTestUser(other.api.portal, "admin");
    await portal.signIn(admin);
    await portal.open("/dashboard?section=settings");
    await page.getByRole("button", { name: "Change: Plans and prices" }).click();
    const row = page.getByRole("group", { name: "Plans and prices", exact: true });
    const plan = row.getByRole("group", { name: "Monthly", exact: true });
    await plan.getByLabel("Days of trial").fill("14");
    await row.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(admin.password);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(row.getByText(/^Saved\./)).toBeVisible();
  });
  await portal.signIn(await createTestUser(other.api.portal, "user"));
  await test.step("the plan, the order and the page for the card say what is charged when", async () => {
    await portal.open("/memberships");
    const free = page.getByText("14 days free for new members, then €9. A card is needed.");
    await expect(free).toBeVisible();
    await portal.open("/subscribe/monthly");
    await expect(page.getByText(/14 days free, then €9 on .* Nothing is charged/)).toBeVisible();
    await page.getByRole("button", { name: "Start the trial" }).click();
    const payment = await portal.paymentPage();
    await expect(payment.getByText(/Nothing is charged now\. €9 is charged on /)).toBeVisible();
    await portal.payWith("good");
  });
  await test.step("it has begun, and says until when it runs", async () => {
    await portal.expectPath("/cart/subscription/success");
    await expect(page.getByText("Your trial has begun.")).toBeVisible();
    await portal.open("/subscription");
    await expect(page.getByRole("heading", { name: /^Your trial runs until / })).toBeVisible();
  });
  await portal.signIn(await createTestUser(other.api.portal, "user"));
  await test.step("another account with the same card is refused in words, and can buy", async () => {
    await portal.open("/subscribe/monthly");
    await page.getByRole("button", { name: "Start the trial" }).click();
    await portal.payWith("good");
    await portal.expectPath("/subscribe/monthly");
    await expect(page.getByText("This card was used for a trial before.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay €9 now" })).toBeVisible();
  });
});
