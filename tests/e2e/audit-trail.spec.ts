import { expect, test } from "../fixtures/portal.ts";

test("an admin finds in the trail what a member did, and the member sees that @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "user" });
  await portal.logInByForm(member);
  await portal.expectPath("/dashboard");
  const admin = await portal.createUser({ kind: "admin" });
  await portal.signIn(admin);
  await portal.open("/dashboard");
  await page.getByRole("link", { name: "Audit trail" }).click();
  await expect(page).toHaveURL(/section=audit/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit trail");
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "Logged in" });
  const entries = page.getByRole("list", { name: "Entries, newest first" });
  await entries.getByRole("button", { name: member.name }).first().click();
  await expect(page.getByText(`Only: ${member.name}`)).toBeVisible();
  await expect(entries.getByRole("listitem")).toHaveCount(1);
  await expect(entries.getByText("127.0.0.1")).toBeVisible();
  await portal.reload();
  await expect(page.getByText(`Only: ${member.name}`)).toBeVisible();

  await portal.signIn(member);
  await portal.open("/dashboard?section=audit&tab=account");
  // A member has no such section: the address of one shows their own dashboard.
  const tabs = page.getByRole("navigation", { name: "Dashboard" });
  await expect(tabs.getByRole("link", { name: "Account" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Members" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Audit trail" })).toHaveCount(0);
  await page.getByRole("button", { name: "Show: Your activity" }).click();
  const own = page.getByRole("list", { name: "Your activity, newest first" });
  await expect(own.getByText("Logged in")).toBeVisible();
  await expect(own.getByText("Audit trail of one person viewed")).toBeVisible();
  await expect(own.getByText(admin.name)).toHaveCount(0);
});
