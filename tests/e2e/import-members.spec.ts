import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

/** Chooses a file with these lines. */
const choose = async (page: Page, name: string, lines: readonly string[]) => {
  await page.locator("input[type=file]").setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
};

test("an admin brings members of another site along: from a file, over a reload in the middle, to a member in the list @exhaustive", async ({
  portal,
  page,
}) => {
  portal.expectFailures(400);
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  await portal.open("/dashboard?section=members");
  await page.getByRole("link", { name: "Import members" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Import members" })).toBeFocused();
  await test.step("a file that is no table is refused in words", async () => {
    await choose(page, "broken.csv", [""]);
    await expect(page.getByRole("alert")).toHaveText("This file is empty.");
    await choose(page, "broken.csv", ["email,name"]);
    await expect(page.getByRole("alert")).toContainText("no lines");
  });

  const unique = Date.now();
  const address = `bea.${unique}@example.com`;
  const year = new Date().getFullYear() + 1;
  const dialog = page.getByRole("dialog");
  await test.step("columns are recognised, plans are chosen", async () => {
    await choose(page, "members.csv", [
      "email,name,tier,paid_until,price,currency,cancelled",
      `${address},Bea Holm,Gold,${year}-06-30,90,EUR,no`,
      `jan.${unique}@example.com,Jan Nowak,Gold,${year}-03-31,90,EUR,yes`,
      "kim@,Kim Berg,Gold,,90,EUR,no",
    ]);
    await expect(page.getByRole("heading", { name: "Which column is what" })).toBeFocused();
    await expect(page.getByLabel("E-mail address")).toHaveValue("email");
    await expect(page.getByLabel("Plan", { exact: true })).toHaveValue("tier");
    await page.getByLabel("Gold").selectOption("yearly");
    await expect(page.getByLabel("Gold")).toHaveValue("yearly");
    expect.soft(await violations(page), "columns").toEqual([]);
    await portal.reload();
    await expect(page.getByLabel("Gold")).toHaveValue("yearly");
    await page.getByRole("button", { name: "See what would happen" }).press("Enter");
  });

  await test.step("the dry run says what would happen, on a phone as well", async () => {
    await expect(page.getByRole("heading", { name: "What would happen" })).toBeFocused();
    await expect(page.getByText("2 members will be added.")).toBeVisible();
    await expect(page.getByText(/^1 has cancelled/)).toBeVisible();
    await portal.resize({ width: 360, height: 740 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(360);
    expect.soft(await violations(page), "check").toEqual([]);
    await page.getByRole("button", { name: /^1 line cannot be imported/ }).press("Enter");
    const lines = page.getByRole("table", { name: "Lines of the file" });
    await expect(lines.getByRole("row").filter({ hasText: "kim@" })).toContainText(
      "E-mail address",
    );
    await expect(lines.getByText(address)).toHaveCount(0);
    await portal.resize({ width: 1280, height: 800 });
  });

  await test.step("it is started with the password, and goes on over a reload", async () => {
    await portal.reload();
    await page.getByRole("button", { name: "Import 2 members" }).press("Enter");
    await dialog.getByLabel("Current password").fill(admin.password);
    await dialog.getByRole("button", { name: "Start" }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await portal.reload();
    await expect(page.getByRole("heading", { name: "Members have been imported" })).toBeVisible();
    await expect(page.getByText("2 members were added.")).toBeVisible();
    expect.soft(await violations(page), "result").toEqual([]);
  });

  await test.step("the member is in the list, and got no e-mail", async () => {
    await page.getByRole("link", { name: address }).press("Enter");
    await expect(page.getByRole("heading", { name: "Bea Holm" })).toBeVisible();
    await expect(page.getByText("Yearly")).toBeVisible();
    await page.getByRole("link", { name: "All members" }).press("Enter");
    await page.getByRole("searchbox", { name: "Search members" }).fill(address);
    const found = page.getByRole("table", { name: "Members found" });
    await expect(found.getByRole("link", { name: "Bea Holm" })).toBeVisible();
    // Sent after it: a mail of the import would have come before.
    const panel = page.getByRole("region", { name: "Invitations" });
    await panel.getByRole("button", { name: "Send a test to me" }).press("Enter");
    await expect(panel.getByText(`A test is on its way to ${admin.email}.`)).toBeVisible();
    await portal.mails.latestTo(admin.email, "You need no password");
    expect(await portal.mails.allTo(address)).toEqual([]);
  });
});
