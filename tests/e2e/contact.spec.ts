import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

test("a message from the contact form reaches the owner, who can reply", async ({
  portal,
  page,
}) => {
  const subject = `Measuring ${Date.now()}`;
  await portal.open("/contact");
  await page.getByLabel("Your name").fill("Kim Visitor");
  await page.getByLabel("Your e-mail address").fill("kim@example.com");
  await page.getByLabel("What is it about?").fill(subject);
  await page.getByLabel("Your message").fill("How tall is <b>too tall</b>?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("We have your message")).toBeVisible();
  const mail = await portal.mails.latestTo(portal.ownerAddress, subject);
  expect(mail.subject).toContain(subject);
  expect(mail.text).toContain("How tall is <b>too tall</b>?");
  expect(mail.replyTo).toBe("kim@example.com");
});

test("the contact form outlines errors in red, and keeps a message through a login elsewhere and a visit to another page @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/contact");
  await test.step("a field with an error is outlined in red, also while it has the focus", async () => {
    const border = (field: Locator) =>
      field.evaluate(
        ({ parentElement }) => parentElement && getComputedStyle(parentElement).border,
      );
    const [name, message] = [
      page.getByRole("textbox", { name: "Your name" }),
      page.getByRole("textbox", { name: "Your message" }),
    ];
    const untouched = await border(name);
    await page.getByRole("button", { name: /^Send/ }).click();
    await expect(name).toBeFocused();
    const red = await border(name);
    expect(red).not.toBe(untouched);
    expect(await border(message)).toBe(red);
    await message.focus();
    expect(await border(message)).toBe(red);
  });
  await test.step("a login in another window changes the menus, not the message", async () => {
    await page.getByLabel("What is it about?").fill("Half a message");
    const message = page.getByLabel("Your message");
    await message.fill("It is not finished yet");
    await message.evaluate((field) => field.setAttribute("data-first", ""));
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(message).toHaveValue("It is not finished yet");
    // It is the same field: only the menus around the page changed.
    await expect(message).toHaveAttribute("data-first");
    await expect(message).toBeFocused();
    await page.getByRole("link", { name: /your dashboard/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Contact");
    await page.goBack();
    await expect(page.getByLabel("What is it about?")).toHaveValue("Half a message");
  });
});
