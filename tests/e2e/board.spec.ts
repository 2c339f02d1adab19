import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const board = (page: Page) => page.getByRole("region", { name: "The portal today" });

/** The value of a figure, which follows its label. */
const figure = (page: Page, label: string) =>
  board(page).getByRole("term").filter({ hasText: label }).locator("+ dd");

const openBoard = async (portal: Portal) => {
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/dashboard");
  await expect(board(portal.page).getByText(/As of .+ · live/)).toBeVisible();
};

test("an admin's board follows sales, waits for a lost connection, and clears mails that were given up @exhaustive", async ({
  portal,
  page,
}) => {
  await openBoard(portal);
  await test.step("a purchase is seen soon", async () => {
    const members = Number(await figure(page, "Members now").textContent());
    await portal.createUser({ kind: "member" });
    await expect(figure(page, "Members now")).toHaveText(`${members + 1}`);
  });
  await test.step("the figures stay while the connection is gone, and catch up afterwards", async () => {
    const members = Number(await figure(page, "Members now").textContent());
    await portal.faults.offline(true);
    await expect(board(page).getByText(/reconnecting|offline/)).toBeVisible();
    await portal.createUser({ kind: "member" });
    await expect(figure(page, "Members now")).toHaveText(`${members}`);
    await portal.faults.offline(false);
    await expect(figure(page, "Members now")).toHaveText(`${members + 1}`);
    await expect(board(page).getByText(/live/)).toBeVisible();
  });
  await test.step("on a narrow board, a mail that was given up is sent after all, and another one dismissed", async () => {
    const job = "accounts.mail-notice";
    await portal.giveUpMail("gone@example.com");
    await portal.resize({ width: 420, height: 800 });
    await portal.reload();
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    const part = board(page).getByRole("region", { name: "Stuck jobs" });
    await expect(part).toContainText(/One job, from .+ One has failed for good\./);
    expect(await fits()).toBe(true);
    await part.getByRole("button", { name: `Try ${job} again` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    const report = part.getByRole("status");
    await expect(report).toHaveText(`One job of ${job} runs again.`);
    expect((await portal.mails.latestTo("gone@example.com")).subject).toContain("deleted");
    // The pressed button is gone.
    await expect(part.getByRole("button")).toHaveCount(0);
    await expect(report.locator("..")).toBeFocused();
    expect(await fits()).toBe(true);

    await portal.giveUpMail("refuses@example.com");
    await portal.reload();
    await part.getByRole("button", { name: `Dismiss ${job}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
    await expect(report).toHaveText(`One job of ${job} was dismissed.`);
    await expect(part.getByRole("button")).toHaveCount(0);
    expect(await portal.mails.allTo("refuses@example.com")).toEqual([]);
  });
});
