import { expect, test, type Portal, type TestUser } from "../fixtures/portal.ts";

/** Requests a change of address on the dashboard, and waits for the field for its code. */
async function askForChange(portal: Portal, user: TestUser, address: string): Promise<void> {
  await portal.signIn(user);
  await portal.open("/dashboard?tab=account");
  await portal.page.getByRole("button", { name: "Change: E-mail address" }).click();
  const form = portal.page.getByRole("form", { name: "E-mail address" });
  await form.getByLabel("New e-mail address").fill(address);
  await form.getByLabel("Current password", { exact: true }).fill(user.password);
  await form.getByRole("button", { name: "Change address" }).click();
  await expect(portal.codeField).toBeVisible();
}

const newAddress = () => `moved-${Date.now()}@example.com`;

/** Returns the link that undoes the change, from the mail to the former address. */
async function undoLink(portal: Portal, user: TestUser): Promise<string> {
  const { links } = await portal.mails.latestTo(user.email, "/undo-email-change/");
  return links.find((link) => link.includes("/undo-email-change/")) ?? "";
}

async function chooseAnotherPassword({ page }: Portal, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change my password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
}

test("a new address takes effect once its code is entered, until the link in the mail to the former one undoes it and ends all sessions @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  const address = newAddress();
  await test.step("the code is entered after a reload, and the new address logs in", async () => {
    await askForChange(portal, user, address);
    await expect(portal.codeField).toBeFocused();
    expect(await undoLink(portal, user)).not.toBe("");
    await portal.reload();
    await portal.enterMailedCode(address);
    await expect(page.getByText(`Your address is now ${address}.`)).toBeVisible();
    await expect(page.getByText(`Current address: ${address}`)).toBeVisible();
    await page.getByRole("link", { name: "Log out" }).first().click();
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await portal.logInByForm({ email: address, password: user.password });
    await portal.expectPath("/dashboard");
  });
  await test.step("the link undoes it, without an error", async () => {
    const { links } =
      (await portal.mails.allTo(user.email)).find((mail) => mail.links.length > 0) ?? {};
    const link = links?.find((url) => url.includes("/undo-email-change/")) ?? "";

    // Opening the link does not use it up, so mail scanners do no harm.
    await portal.open(link);
    await portal.open(link);
    await expect(page.getByRole("main").getByText(user.email)).toBeVisible();
    expect(portal.requests("/api/undo-email-change/", "POST")).toHaveLength(0);
    await page.getByRole("button", { name: "Undo the change" }).click();
    await expect(page.getByText(`Your account has the address ${user.email} again.`)).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect.poll(() => portal.stored.get("token")).toBeNull();
    await expect(portal.notifications()).toHaveCount(0);
    await chooseAnotherPassword(portal, "a password that only I know");

    portal.expectFailures(401, 404);
    await portal.open(link);
    await expect(page.getByRole("main").getByText("This link is no longer valid.")).toBeVisible();
    await portal.open("/login");
    await portal.fillLogin({ email: address, password: user.password });
    await expect(page.getByRole("form").getByRole("alert")).toContainText("is wrong");
    await portal.fillLogin({ email: user.email, password: "a password that only I know" });
    await portal.expectPath("/dashboard");
  });
});
