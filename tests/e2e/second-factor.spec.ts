import { generateSync } from "otplib";
import { expect, test, type Portal, type TestUser } from "../fixtures/portal.ts";

/** Returns the code that an app shows at this time; each step of 30 seconds has another one. */
const codeAt = (secret: string, time: number) =>
  generateSync({ secret, epoch: Math.floor(time / 1000) });

/** Turns the second factor on in the account, and returns its key and recovery codes. */
async function turnOn(portal: Portal, user: TestUser) {
  const { page } = portal;
  await portal.open("/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Second factor" });
  await section.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(section.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await section.getByLabel("Or type this key into the app").inputValue();
  const code = section.getByLabel("Code of your authenticator app");
  await expect(code).toBeFocused();
  // A step ahead of the clock, so that the present one is left for the login.
  await code.fill(codeAt(secret, Date.now() - 30_000));
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = await section.getByLabel("Recovery codes").inputValue();
  await section.getByRole("button", { name: "I have kept them" }).click();
  await expect(section.getByText("Recovery codes left: 10.")).toBeVisible();
  return { secret, codes: codes.split("\n") };
}

test("a second factor is turned on in the account, and the login then asks for its code @seam:session", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  await portal.signIn(user);
  const { secret, codes } = await turnOn(portal, user);
  expect(codes).toHaveLength(10);

  await portal.open("/logout");
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await portal.open("/videos?q=weave");
  await portal.expectPath("/login");
  await portal.fillLogin(user);
  const code = page.getByLabel("Code of your authenticator app");
  await expect(code).toBeFocused();
  portal.expectFailures(422);
  await code.fill("000000");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is not right" })).toBeVisible();
  await code.fill(codeAt(secret, Date.now()));
  await page.getByRole("button", { name: "Log in" }).click();
  await portal.expectPath("/videos");
  expect(portal.path()).toBe("/videos?q=weave");
});

test("a recovery code is the other way in, and Back leads to the password @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.signIn(user);
  const { codes } = await turnOn(portal, user);
  await portal.open("/logout");
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await portal.open("/login");
  await portal.fillLogin(user);
  await page.getByRole("button", { name: "Back" }).click();
  await portal.fillLogin(user);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const code = page.getByLabel("Recovery code");
  await expect(code).toBeFocused();
  await code.fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await portal.expectPath("/dashboard");
});
