import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Clicks the button that leads to the payment page. */
const goToPayment = (page: Page, button: RegExp) =>
  page.getByRole("button", { name: button }).click();

async function addToCart({ page }: Portal, item: string): Promise<void> {
  await page.getByRole("button", { name: `Add to cart: ${item}` }).click();
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
}

const workbook = "Course-walking workbook";

test("a visitor who asks for an article registers, pays, and reads it @seam:links", async ({
  portal,
  page,
}) => {
  await portal.open("/articles/building-weave-entries");
  await portal.expectPath("/preview/articles/building-weave-entries");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).first().click();
  await expect(page.getByRole("heading", { name: "Building weave entries" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  const email = `reader-${Date.now()}@example.com`;
  await portal.register({ name: "Rae Reader", email, password: "ringside evenings" });
  await portal.expectPath("/registration-payment");
  await expect(page.getByText("To access the portal please pay membership fee.")).toHaveCount(0);
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await page.getByRole("radio", { name: "Monthly" }).check();
  await expect(page.getByText("Charged now")).toBeVisible();
  await goToPayment(page, /^Pay €9 now/);
  await expect((await portal.paymentPage()).getByRole("heading", { name: "Pay €9" })).toBeVisible();
  await portal.payWith("good");
  await portal.expectPath("/articles/building-weave-entries");
  await expect(page.getByRole("heading", { level: 1, name: /weave/i })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  const thanks = page.getByRole("status").filter({ hasText: "Thank you, and welcome." });
  await expect(thanks).toContainText("Monthly membership, €9");
  await page.getByRole("link", { name: "See the receipt" }).click();
  await portal.expectPath("/membership");
  await expect(thanks).toHaveCount(0);
  const subjects = async () => (await portal.mails.allTo(email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringContaining("receipt"));
  await expect.poll(subjects).toContain("Welcome to Ringside");
});

test("registering without paying creates a user, who can pay later @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/register?plan=yearly");
  const email = `later-${Date.now()}@example.com`;
  await portal.register({ name: "Lee Later", email, password: "ringside evenings" });
  await portal.expectPath("/registration-payment");
  await expect(page.getByRole("radio", { name: "Yearly" })).toBeChecked();
  await page.getByRole("radio", { name: "Monthly" }).check();
  await page.getByRole("link", { name: "Later", exact: true }).click();
  await portal.expectPath("/dashboard");
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Monthly" })).toBeChecked();
  await page.getByRole("radio", { name: "Yearly" }).check();
  await page.getByRole("link", { name: "Later", exact: true }).click();
  await portal.expectPath("/dashboard");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(portal.requests("/api/checkout")).toHaveLength(0);
  // The chosen plan waits in the cart, also after a reload and in another language.
  await portal.reload();
  await page.getByRole("banner").getByRole("button", { name: "Polski" }).click();
  await page.getByRole("link", { name: "Koszyk, jedna pozycja" }).click();
  await portal.expectPath("/checkout");
  await expect(page.getByRole("listitem").getByText("Członkostwo roczne")).toBeVisible();
});

test("a double click makes one purchase, which paying again continues; a declined card charges nothing, and another one may be tried @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await test.step("a double click makes one purchase, and paying again after going back continues it", async () => {
    await portal.open("/subscribe/monthly");
    await page.getByRole("button", { name: /^Pay €9/ }).dblclick();
    const payment = await portal.paymentPage();
    const first = portal.path(payment);
    await expect.poll(() => portal.requests("/api/checkout", "POST")).toHaveLength(1);
    await payment.getByRole("link", { name: "Go back without paying" }).click();
    await portal.backFromPayment();
    await goToPayment(page, /^Pay €9 now/);
    expect(portal.path(await portal.paymentPage())).toBe(first);
  });
  await test.step("a declined card charges nothing, and another one may be tried", async () => {
    portal.expectFailures(402);
    await portal.payWith("declined");
    const payment = await portal.paymentPage();
    await expect(payment.getByRole("alert")).toContainText("declined");
    await payment.getByRole("link", { name: "Go back without paying" }).click();
    await portal.expectPath("/subscribe/monthly");
    await expect(page.getByText("The card was declined and nothing was charged.")).toBeVisible();
    await goToPayment(page, /^Pay €9 now/);
    await portal.payWith("good");
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
    await expect(page.getByText(/^Your membership renews on .* for €9\./)).toBeVisible();
  });
});

test("the plans have one order and one wording on all pages, and a card with a second step pays for one once it is confirmed @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await test.step("the banner that asks to pay leads to the plans", async () => {
    await portal.open("/about");
    await page.getByRole("button", { name: "View Plans" }).click();
    await portal.expectPath("/memberships");
  });
  await test.step("the plans have one order and one wording, and a locked entry is shown with them", async () => {
    // The entry is asked for together with the user, before it is known that there is no membership.
    portal.expectFailures(403);
    for (const path of ["/", "/memberships", "/articles/building-weave-entries"]) {
      await portal.open(path);
      const plans = page.getByRole("region", { name: "Plans", exact: true });
      const names = plans.getByRole("heading", { level: 3 });
      await expect(names).toHaveText(["Yearly membership", "Monthly membership"]);
      await expect(plans.getByRole("link")).toHaveText(["Choose yearly", "Choose monthly"]);
      await expect(plans.getByText("Save €18 a year · 2 months free")).toBeVisible();
    }
    await portal.expectPath("/sub-missing");
    await expect(
      page.getByRole("heading", { level: 2, name: "Building weave entries" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Choose yearly" }).click();
    await portal.expectPath("/subscribe/yearly");
    await expect(page.getByText("instead of €108 for twelve monthly payments")).toBeVisible();
    await portal.open("/registration-payment");
    const radios = page.getByRole("radio");
    await expect(radios).toHaveCount(2);
    await expect(radios.first()).toHaveAccessibleName(/Yearly membership €90 a year/);
    await expect(radios.first()).toBeChecked();
  });
  await test.step("a card with a second step is charged once it is confirmed", async () => {
    await portal.open("/subscribe/yearly");
    await goToPayment(page, /^Pay €90 now/);
    await portal.payWith("secondStep");
    const bank = await portal.paymentPage();
    await bank.getByRole("button", { name: "Yes, confirm it" }).click();
    // Back at the entry that was locked.
    await portal.expectPath("/articles/building-weave-entries");
    await expect(page.getByRole("status").filter({ hasText: "Thank you" })).toContainText("€90");
    await portal.open("/membership");
    await expect(page.getByRole("group", { name: "Plan" })).toContainText("Yearly membership");
  });
});

test("the cart survives a reload and a login, and is empty after payment @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.open("/memberships");
  await addToCart(portal, workbook);
  await addToCart(portal, "Online handling consultation");
  await expect(page.getByRole("link", { name: "Go to checkout" })).toHaveCount(2);
  await portal.reload();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await expect(page.getByRole("listitem").getByText(workbook)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await portal.fillLogin(user);
  await portal.expectPath("/checkout");
  // Nobody needs a file twice.
  await expect(page.getByRole("combobox", { name: /Online handling consultation/ })).toBeVisible();
  await expect(page.getByRole("combobox")).toHaveCount(1);
  await goToPayment(page, /^Pay €57/);
  await portal.payWith("good");
  await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Cart/ })).toHaveCount(0);
  await expect.poll(() => portal.stored.get("purchase-items")).toBeNull();
  await expect.poll(() => portal.stored.get("checkout-attempt")).toBeNull();
  await portal.open("/membership");
  const bought = page.getByRole("listitem").filter({ hasText: workbook });
  await expect(bought.first()).toContainText("Ready to download");
});
