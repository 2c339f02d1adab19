import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Opens a path by the name of this computer: passkeys cannot belong to its IP address. */
const openByName = async (portal: Portal, path: string): Promise<void> => {
  const address = new URL(portal.address(path));
  address.hostname = "localhost";
  await portal.page.goto(address.href);
};

/** Gives the browser a device that holds passkeys and verifies its user. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, logs in without a password, and is removed @exhaustive", async ({
  portal,
  page,
}) => {
  test.skip(portal.build === "desktop", "no passkey belongs to the desktop app's address");
  const user = await portal.createUser({ kind: "user" });
  await addAuthenticator(page);
  await openByName(portal, "/login?lang=en");
  await portal.fillLogin(user);
  await portal.expectPath("/dashboard");
  await page.getByRole("link", { name: "Account", exact: true }).click();
  const section = page.getByRole("group", { name: "Passkeys" });
  await section.getByRole("button", { name: "Change: Passkeys" }).click();
  await section.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Work laptop");
  await dialog.getByLabel("Current password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(section.getByText("The passkey has been added.")).toBeVisible();
  await expect(section.getByText("Not used yet")).toBeVisible();
  const { subject } = await portal.mails.latestTo(user.email, "passkey was added");
  expect(subject).toBe("A passkey was added to your account");

  await page.getByRole("link", { name: "Log out" }).first().click();
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await openByName(portal, "/membership");
  await portal.expectPath("/login");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await portal.expectPath("/membership");

  await openByName(portal, "/dashboard?tab=account#passkeys");
  await expect(section.getByText(/Last used/)).toBeVisible();
  await section.getByRole("button", { name: "Remove: Work laptop" }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Remove" }).click();

  // The session that began with the passkey ends with it.
  await portal.expectPath("/login");
  portal.expectFailures(401);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(
    page.getByRole("alert").getByText(/does not belong to any account here/),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
