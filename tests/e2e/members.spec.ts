import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const openSearch = async (portal: Portal, page: Page) => {
  await portal.open("/dashboard");
  await page.getByRole("navigation", { name: "Dashboard" }).getByText("Members").press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search members" })).toBeFocused();
};

/** Sends a message with the contact form. */
const write = async (
  portal: Portal,
  page: Page,
  { name, email, subject }: { name: string; email: string; subject: string },
) => {
  await portal.open("/contact");
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByLabel("What is it about?").fill(subject);
  await page.getByLabel("Your message").fill("Is one left?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("We have your message")).toBeVisible();
};

/** Searches with the keyboard, and opens the only result. */
const find = async (page: Page, query: string, name: string) => {
  await page.getByRole("searchbox", { name: "Search members" }).fill(query);
  await page.keyboard.press("Enter");
  const results = page.getByRole("table", { name: "Members found" });
  await expect(results.getByRole("link")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(results.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name, level: 2 })).toBeFocused();
};

test("an admin finds members by keyboard, gives and takes back a membership, pays back a receipt, answers messages and saves a list @exhaustive", async ({
  portal,
  page,
}) => {
  const admin = await portal.createUser({ kind: "admin" });
  const member = await portal.createUser({ kind: "member" });
  const guest = await portal.createUser({ kind: "user" });
  const subject = `A place ${Date.now()}`;
  await write(portal, page, { ...member, subject });
  const stranger = { name: "Kim Berg", email: `kim.${Date.now()}@example.com` };
  await write(portal, page, { ...stranger, subject: `${subject} for Kim` });
  await portal.signIn(admin);
  await openSearch(portal, page);

  const dialog = page.getByRole("dialog");
  await test.step("a free membership is given and taken back", async () => {
    await find(page, guest.email, guest.name);
    await page.getByRole("button", { name: "Give a free membership" }).press("Enter");
    await expect(dialog).toContainText("nothing is charged");
    await dialog.getByRole("button", { name: "Give membership" }).press("Enter");
    await expect(page.getByText(`${guest.name} has a free membership.`)).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^Active$/ })).toBeVisible();
    await page.reload();
    const undoable = page.getByRole("region", { name: "What can be undone" });
    await expect(undoable).toContainText(admin.name);
    await undoable.getByRole("button", { name: /^Undo: Free membership until / }).press("Enter");
    await expect(page.getByText("Undone: everything is as it was.")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^Ended$/ })).toBeVisible();
  });
  await test.step("a receipt is found and paid back", async () => {
    await page.getByRole("link", { name: "All members" }).press("Enter");
    await find(page, member.email, member.name);
    const number = (await page.getByText(/^RS-\d{4}-\d+$/).textContent()) ?? "";
    await page.getByRole("link", { name: "All members" }).press("Enter");
    await find(page, number, member.name);

    await page.getByRole("button", { name: `Refund ${number}` }).press("Enter");
    await expect(dialog).toContainText("At most €9 can be refunded");
    await dialog.getByLabel("Amount in EUR").fill("10");
    await dialog.getByLabel("Reason, for your records").fill("A missed show");
    await dialog.getByRole("textbox", { name: "Your password" }).fill(admin.password);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter an amount up to €9")).toBeVisible();
    await dialog.getByLabel("Amount in EUR").fill("2.50");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^€2.50 was refunded: credit note/)).toBeVisible();
    await expect(page.getByRole("button", { name: `Refund ${number}` })).toBeFocused();
  });
  await test.step("messages are answered and closed, with an account or without", async () => {
    await page.getByRole("button", { name: `Answer “${subject}”` }).press("Enter");
    await dialog.getByLabel("Answer", { exact: true }).fill("Yes, one is.");
    await dialog.getByRole("button", { name: "Send answer" }).press("Enter");
    await expect(page.getByText(/^Answered /)).toBeVisible();
    const mail = await portal.mails.latestTo(member.email, `Re: ${subject}`);
    expect(mail.subject).toBe(`Re: ${subject}`);
    expect(mail.text).toContain("Yes, one is.");

    await portal.open("/dashboard");
    await page.getByRole("link", { name: "Messages to answer" }).press("Enter");
    const messages = page.getByRole("list", { name: "Messages of the contact form" });
    const asked = messages.getByRole("listitem").filter({ hasText: `${subject} for Kim` });
    await expect(asked).toContainText(`Kim Berg, ${stranger.email} (no account)`);
    await page
      .getByRole("button", { name: `Close “${subject} for Kim” without an answer` })
      .press("Enter");
    await dialog.getByRole("button", { name: "Close message" }).press("Enter");
    await expect(asked).toContainText("without an answer here");
    await page.getByRole("button", { name: `Reopen “${subject} for Kim”` }).press("Enter");
    await dialog.getByRole("button", { name: "Reopen message" }).press("Enter");
    await expect(asked).not.toContainText("without an answer here");
    await page.getByRole("button", { name: `Answer “${subject} for Kim”` }).press("Enter");
    await dialog.getByLabel("Answer", { exact: true }).fill("For you, too.");
    await dialog.getByRole("button", { name: "Send answer" }).press("Enter");
    await expect(asked).toContainText("For you, too.");
    expect((await portal.mails.latestTo(stranger.email, `Re: ${subject}`)).text).toContain(
      "For you, too.",
    );
    await messages.getByRole("link", { name: member.name }).first().press("Enter");
    await expect(page.getByRole("heading", { name: member.name, level: 2 })).toBeFocused();
  });
  await test.step("the members whom a search finds are saved as a file", async () => {
    await portal.open(`/dashboard?section=members&query=${guest.email}`);
    await page.getByRole("button", { name: "Export as CSV" }).press("Enter");
    await dialog.getByRole("textbox", { name: "Your password" }).fill(admin.password);
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await saved).suggestedFilename()).toMatch(/^members-[\d-]+\.csv$/);
    await expect(page.getByText("The file was saved.")).toBeVisible();
  });
});
