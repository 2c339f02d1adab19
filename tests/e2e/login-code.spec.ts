import { expect, test } from "../fixtures/portal.ts";

test("a mailed code logs in by the keyboard alone, also after a reload, and leads back to the page that asked for a login @seam:session", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.open("/videos?q=weave");
  await portal.expectPath("/login");
  const email = page.getByRole("textbox", { name: "E-mail address" });
  await email.focus();
  await page.keyboard.insertText(member.email);
  const request = page.getByRole("button", { name: "Send me a code" });
  await request.focus();
  await page.keyboard.press("Enter");
  await expect(portal.codeField).toBeFocused();
  await expect(
    page.getByRole("main").getByText(`account with the address ${member.email}`).first(),
  ).toBeVisible();
  await portal.reload();
  await expect(portal.codeField).toBeVisible();
  const code = await portal.mails.codeTo(member.email);
  portal.expectFailures(422);
  await portal.codeField.focus();
  await page.keyboard.insertText(code.slice(0, 5) + ((Number(code[5]) + 1) % 10));
  await expect(page.getByRole("form").getByText("not the code from our latest")).toBeVisible();
  await expect(portal.codeField).toBeFocused();
  // The wrong code is selected.
  await page.keyboard.insertText(code);
  await portal.expectPath("/videos");
  await expect.poll(() => portal.path()).toBe("/videos?q=weave");
  await expect.poll(() => portal.stored.get("token")).not.toBeNull();
});

test("a member without a password sets one long after the login, with another code, and logs in with it @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.removePassword(user);
  await portal.open("/login");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await portal.enterMailedCode(user.email);
  await portal.expectPath("/dashboard");
  portal.clock.advance(20 * 60_000);
  await portal.open("/dashboard?tab=account");

  await test.step("what asks for the password leads there", async () => {
    await page.getByRole("button", { name: "Download my data" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("you do not have one yet")).toBeVisible();
    await dialog.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByRole("form", { name: "Password" })).toBeVisible();
  });
  const form = page.getByRole("form", { name: "Password" });
  const password = "a later password";
  await form.getByLabel("New password", { exact: true }).fill(password);
  await form.getByLabel("Repeat password", { exact: true }).fill(password);
  portal.expectFailures(403);
  await form.getByRole("button", { name: "Set password" }).click();
  await expect(portal.codeField).toBeFocused();
  await portal.enterMailedCode(user.email);
  await expect(page.getByText("Your password has been set.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change: Password" })).toBeFocused();
  await portal.open("/logout");
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await portal.logInByForm({ email: user.email, password });
  await portal.expectPath("/dashboard");
});
