import { expect, test } from "../fixtures/portal.ts";

test("an admin adds a discount code, schedules what was bought with it, and ends the code, by keyboard; tabs that do not fit are in a menu @exhaustive", async ({
  portal,
  page,
}) => {
  portal.expectFailures(400);
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/dashboard?section=discounts");
  const code = `DOG-${Date.now()}`;
  await page.getByRole("button", { name: "Add discount code" }).press("Enter");
  await page.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await page.getByLabel("How much").fill("10");
  await page.getByLabel("Description for buyers, in English").fill("For dogs");
  await page.getByLabel("Description for buyers, in Polish").fill("Dla psów");
  await page.getByLabel("How much").press("Enter");
  await expect(page.getByText(`${code} was added.`)).toBeVisible();
  const listed = page.getByRole("row").filter({ hasText: code });
  await expect(listed).toContainText("Active");

  const buyer = await portal.createUser({ kind: "user" });
  const { receiptNumber } = await portal.purchases.buy(
    buyer,
    { "handling-consultation": 1 },
    { discountCode: code },
  );
  await portal.open("/dashboard?section=orders");
  await page.getByRole("searchbox").fill(receiptNumber);
  const order = page.getByRole("row").filter({ hasText: receiptNumber });
  await expect(order).toContainText(buyer.email);
  await order.getByRole("button", { name: /^Set the time of/ }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day and time").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Set time" }).press("Enter");
  await expect(dialog.getByText("Enter a day and time in the future.")).toBeVisible();
  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel("Day and time").fill(`${year}-07-01T18:00`);
  await dialog.getByRole("button", { name: "Set time" }).press("Enter");
  await expect(page.getByText(/The time of .* is set, and /)).toBeVisible();
  await expect(order).toContainText(`1 July ${year}`);
  await expect
    .poll(async () => (await portal.mails.allTo(buyer.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(`1 July ${year}`));

  await portal.open("/dashboard?section=discounts");
  await expect(listed).toContainText(/For dogs.*1/);
  await page.getByRole("button", { name: `End ${code}` }).press("Enter");
  await dialog.getByRole("button", { name: "End code" }).press("Enter");
  await expect(page.getByText(`${code} has ended.`)).toBeVisible();
  await expect(listed).toContainText("Ended");

  await portal.open("/dashboard?section=audit");
  const trail = page.getByRole("list", { name: "Entries, newest first" });
  await expect(trail.getByText("Discount code ended").first()).toBeVisible();
  await expect(trail.getByText("Order changed").first()).toBeVisible();
  await test.step("on a phone, tabs that do not fit are in a menu", async () => {
    await portal.resize({ width: 360, height: 740 });
    await portal.open("/dashboard?section=audit");
    const tabs = page.getByRole("navigation", { name: "Dashboard" });
    await expect(tabs.getByRole("link").first()).toHaveText("Members");
    await expect(tabs.getByRole("link", { name: "Audit trail" })).toBeVisible();
    await tabs.getByRole("button", { name: "More" }).press("Enter");
    await page.getByRole("menuitem", { name: "Discounts" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Discounts", level: 1 })).toBeFocused();
    await expect(tabs.getByRole("link", { name: "Discounts" })).toBeVisible();
  });
});
