import { expect, test } from "../fixtures/portal.ts";

test("an account is a tab that keeps what was typed; its data are downloaded, its password is changed, and it is deleted @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  const newPassword = "another long password";
  await test.step("the tab has an address of its own, and keeps what was typed", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await portal.open("/dashboard");
    const heading = page.getByRole("heading", { level: 1 });
    const tabs = page.getByRole("navigation", { name: "Your pages" });
    const tab = (name: string) => tabs.getByRole("link", { name });
    const name = page.getByRole("textbox", { name: "Your name" });
    await expect(heading).toHaveText(/^Good to see you/);
    await expect(tab("Today")).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("form", { name: "Password" })).toHaveCount(0);

    await tab("Me").click();
    await expect(heading).toHaveText("Me");
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle("Me · Ringside");
    await expect.poll(() => portal.path()).toBe("/dashboard?tab=account");
    await page.getByRole("button", { name: "Change: Name" }).click();
    await expect(name).toBeFocused();
    await name.fill("Half a na");

    await page.goBack();
    await expect(heading).toHaveText(/^Good to see you/);
    await expect(name).toBeHidden();
    await tab("Me").click();
    await expect(name).toHaveValue("Half a na");

    await portal.reload();
    await expect(heading).toHaveText("Me");
    await tab("Today").click();
    await expect(page.getByRole("heading", { name: "New in the library" })).toBeVisible();

    // An address with a section of the account opens it there.
    await portal.open("/dashboard#sessions");
    await expect(page.getByText("This device, now")).toBeInViewport();
    await expect(heading).toHaveText("Me");
  });
  await test.step("the data are downloaded after the password was entered again", async () => {
    await portal.signIn(user);
    await portal.open("/dashboard?tab=account");
    await page.getByRole("button", { name: "Download my data" }).click();
    const dialog = page.getByRole("dialog");
    const password = dialog.getByLabel("Current password", { exact: true });
    const confirm = dialog.getByRole("button", { name: "Download" });
    portal.expectFailures(422);
    await password.fill("not the right one");
    await confirm.click();
    await expect(dialog.getByText("That is not your current password.")).toBeVisible();
    await expect.poll(() => portal.stored.get("token")).toBe(user.token);
    await password.fill(user.password);
    await confirm.click();
    await expect(page.getByText("The file is in your downloads.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("a changed password takes effect at once", async () => {
    await portal.open("/dashboard?tab=account");
    await page.getByRole("button", { name: "Change: Password" }).click();
    const form = page.getByRole("form", { name: "Password" });
    const change = async (current: string) => {
      await form.getByLabel("Current password", { exact: true }).fill(current);
      await form.getByLabel("New password", { exact: true }).fill(newPassword);
      await form.getByLabel("Repeat password", { exact: true }).fill(newPassword);
      await form.getByRole("button", { name: "Change password" }).click();
    };
    portal.expectFailures(422);
    await change("not the current one");
    await expect(form.getByText("That is not your current password.")).toBeVisible();
    // A wrong password rejects the form; it does not end the session.
    await expect.poll(() => portal.stored.get("token")).toBe(user.token);
    await change(user.password);
    await expect(page.getByText("Your password has been changed.")).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Change: Password" })).toBeFocused();

    await page.getByRole("link", { name: "Log out" }).first().click();
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await portal.logInByForm({ email: user.email, password: newPassword });
    await portal.expectPath("/dashboard");
  });
  await test.step("deleting logs out, and ends the login", async () => {
    await portal.open("/dashboard?tab=account");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password", { exact: true }).fill(newPassword);
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await expect(
      page.getByRole("heading", { name: "Your account has been deleted" }),
    ).toBeVisible();
    await expect.poll(() => portal.stored.get("token")).toBeNull();
    portal.expectFailures(401);
    await portal.open("/login");
    await portal.fillLogin({ email: user.email, password: newPassword });
    await expect(page.getByRole("form").getByRole("alert")).toContainText("is wrong");
  });
});
