import type { cards } from "../fixtures/payment-page.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Logs in a member who pays with this test card. */
async function signInMember(portal: Portal, card: keyof typeof cards): Promise<void> {
  await portal.signIn(await portal.createUser({ kind: "member", card }));
}

const receipts = ({ page }: Portal) => page.getByRole("link", { name: /^Receipt/ });
const renewal = ({ page }: Portal) => page.getByRole("group", { name: "Renewal" });
const heading = ({ page }: Portal, name: string) => page.getByRole("heading", { name });

test("a renewal that fails is announced to testers who move the time, and paid with another card @exhaustive", async ({
  portal,
  page,
}) => {
  await signInMember(portal, "failsAtRenewal");
  await portal.forward("1 month");
  await test.step("testers move the time by a command, and see what happens next", async () => {
    const printed = await portal.command("clock", "forward", "1", "hour");
    expect(printed).toMatch(
      /The portal's time was .*\nThe portal's time is .*\nThat is \d+ days and 1 hours ahead/,
    );
    await page.goto(portal.address("/api/payments/sandbox/next"));
    await expect(page.getByText("The portal’s time was moved")).toBeVisible();
    const retry = page.getByRole("listitem").filter({ hasText: "again for the renewal" });
    await expect(retry.first()).toContainText("€9 is charged to Visa 9979");
  });
  await portal.open("/videos");
  await expect(page.getByText("Your renewal is not paid yet.")).toBeVisible();
  await page.getByRole("button", { name: "Pay or change the card" }).click();
  await portal.expectPath("/subscription");
  await expect(heading(portal, "Your renewal of €9 could not be paid")).toBeVisible();
  await expect(page.getByText("Your renewal is not paid yet.")).toHaveCount(0);
  await page.getByRole("button", { name: "Pay now" }).click();
  await portal.payWith("good");
  await portal.expectPath("/subscription");
  await expect(renewal(portal)).toContainText("Renews on");
  await portal.open("/videos");
  await expect(heading(portal, "Videos")).toBeVisible();
  await expect(page.getByText("Your renewal is not paid yet.")).toHaveCount(0);
  await portal.forward("1 month");
  await portal.open("/membership");
  await expect(heading(portal, "Your membership is active")).toBeVisible();
  await expect(receipts(portal)).toHaveCount(3);
});

test("a renewal that the bank wants to be confirmed waits for its member @exhaustive", async ({
  portal,
  page,
}) => {
  await signInMember(portal, "secondStepAtRenewal");
  await portal.forward("1 month");
  await portal.open("/subscription");
  await page.getByRole("button", { name: "Confirm the payment" }).click();
  await portal.payWith("secondStep");
  await (await portal.paymentPage()).getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(renewal(portal)).toContainText("Renews on");
});
