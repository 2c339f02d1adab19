import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change my password" }).click();
}

test("a mailed link sets a new password, once: after it was forgotten, and after a login from a new device @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("forgotten", async () => {
    const user = await portal.createUser({ kind: "member" });
    await portal.open("/login");
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    // Both pages have a field with that label.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgotten password");
    await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByText("is on its way")).toBeVisible();
    const { links } = await portal.mails.latestTo(user.email);
    const link = links[0] ?? "";

    // Opening the link does not use it up, so mail scanners do no harm.
    await portal.open(link);
    await expect(page.getByText(user.email)).toBeVisible();
    await portal.open(link);
    await page.getByLabel("New password", { exact: true }).fill("a new password");
    await page.getByLabel("Repeat password", { exact: true }).fill("another password");
    await page.getByRole("button", { name: "Change my password" }).click();
    await expect(page.getByText("Password do not match")).toBeVisible();
    await choosePassword(page, "a new password");
    await expect(page.getByText("Your password has been changed")).toBeVisible();

    portal.expectFailures(401, 404);
    await portal.open("/about");
    await portal.open(link);
    await expect(page.getByRole("main").getByText("This link is no longer valid.")).toBeVisible();
    await portal.open("/login");
    await portal.fillLogin(user);
    await expect(page.getByRole("form").getByRole("alert")).toContainText("is wrong");
    await portal.fillLogin({ email: user.email, password: "a new password" });
    await portal.expectPath("/dashboard");
  });
  await test.step("“This was not me” after a login from a new device", async () => {
    await portal.stored.remove("token");
    const user = await portal.createUser({ kind: "user" });
    const logIn = (device: string) =>
      page.request.post(portal.address("/api/login"), {
        data: { email: user.email, password: user.password },
        headers: { "user-agent": device },
      });
    expect((await logIn("Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")).ok()).toBe(true);
    expect((await logIn("Mozilla/5.0 (Linux; Android 16) Chrome/140.0")).ok()).toBe(true);
    const { subject, links } = await portal.mails.latestTo(user.email, "New login");
    expect(subject).toBe("New login to your account");
    await portal.open(links[0] ?? "");
    await expect(page.getByText(user.email)).toBeVisible();
    await page.getByRole("button", { name: "This was not me" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New password");
    await choosePassword(page, "a newer password");
    await expect(page.getByText("Your password has been changed")).toBeVisible();
    portal.expectFailures(404);
    await portal.open(links[0] ?? "");
    await expect(page.getByRole("main").getByText("This link is no longer valid.")).toBeVisible();
  });
});
