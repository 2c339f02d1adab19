import { expect, test } from "../fixtures/portal.ts";

test("an admin invites imported members, who log in by the link, once, without a password @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createImportedUser();
  const admin = await portal.createUser({ kind: "admin" });
  const dialog = page.getByRole("dialog");
  await test.step("the admin looks at the mail, tests it, and sends it", async () => {
    await portal.signIn(admin);
    await portal.open("/dashboard?section=members");
    const panel = page.getByRole("region", { name: "Invitations" });
    await panel.getByRole("button", { name: "Preview the e-mail" }).click();
    await expect(panel.getByText("You need no password: the link below")).toBeVisible();
    await panel.getByRole("button", { name: "Polish" }).click();
    await expect(panel.getByText("Nie potrzebujesz hasła: zaloguje Cię")).toBeVisible();
    await panel.getByRole("button", { name: "Send a test to me" }).click();
    await expect(panel.getByText(`A test is on its way to ${admin.email}.`)).toBeVisible();
    const mail = await portal.mails.latestTo(admin.email);
    expect(mail.subject).toMatch(/ jest gotowe$/);

    await panel.getByRole("button", { name: /^Send (an )?invitations? to / }).click();
    await dialog.getByRole("textbox", { name: "Your password" }).fill(admin.password);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(/being invited\.$/)).toBeVisible();
    await expect(panel.getByRole("button", { name: /^Send (an )?invitations? to / })).toHaveCount(
      0,
    );
    await portal.open(`/dashboard?section=members&member=${member.id}`);
    await expect(page.getByRole("heading", { name: member.name, level: 2 })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Invite/ })).toHaveCount(0);
    await portal.stored.remove("token");
  });
  const [link = ""] = (await portal.mails.latestTo(member.email)).links;
  await test.step("the member accepts the terms and is logged in", async () => {
    await portal.open(link);
    await expect(page.getByText("This invitation is for i•••@example.com.")).toBeVisible();
    await page.getByRole("button", { name: "Open your account" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toBeVisible();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Open your account" }).click();
    await portal.expectPath("/dashboard");
    await expect(page.getByText(member.name).first()).toBeVisible();
  });
  await test.step("the used link logs nobody in, and leads to the login", async () => {
    await portal.stored.remove("token");
    portal.expectFailures(404);
    await portal.open(link);
    await expect(page.getByRole("main").getByText("This link is no longer valid.")).toBeVisible();
    await page.getByRole("link", { name: "Go to log in" }).click();
    await portal.expectPath("/login");
  });
});
