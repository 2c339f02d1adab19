import { generateSync } from "otplib";
import { expect, test, type Portal, type TestUser } from "../fixtures/portal.ts";

/** How long a code is shown, in ms. */
const step = 30_000;

/** Returns the code that an app shows at this time; each step of 30 seconds has another one. */
const codeAt = (secret: string, time: number) =>
  generateSync({ secret, epoch: Math.floor(time / 1000) });

/** Turns the second factor on in the account, up to its recovery codes. */
async function beginCodes(portal: Portal, user: TestUser) {
  const { page } = portal;
  await portal.open("/dashboard?tab=account");
  await page.getByRole("button", { name: "Change: Second factor" }).click();
  const section = page.getByRole("group", { name: "Second factor" });
  await section.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(section.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await section.getByLabel("Or type this key into the app").inputValue();
  const code = section.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  await expect(section.getByRole("img", { name: /QR code/ })).toBeInViewport({ ratio: 1 });
  await expect(code).toBeInViewport({ ratio: 1 });
  await code.fill(codeAt(secret, Date.now()));
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = await section.getByLabel("Recovery codes").inputValue();
  return { section, secret, codes };
}

/** Turns the second factor on in the account, and returns its key and recovery codes. */
async function turnOn(portal: Portal, user: TestUser) {
  const { section, secret, codes } = await beginCodes(portal, user);
  await section.getByRole("button", { name: "I have saved them" }).click();
  await expect(section.getByText("Recovery codes left: 10.")).toBeVisible();
  return { secret, codes: codes.split("\n") };
}

test("a second factor is turned on in the account, its recovery codes are printed, and the login then asks for a code of either kind @exhaustive", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  await portal.signIn(user);
  await portal.resize({ width: 360, height: 600 });
  const { section, secret, codes } = await beginCodes(portal, user);
  expect(codes.split("\n")).toHaveLength(10);
  await test.step("recovery codes are printed without the rest of the page", async () => {
    const print = section.getByRole("button", { name: "Print" });
    await page.evaluate(() => {
      window.print = () => void Reflect.set(globalThis, "printed", true);
    });
    await print.click();
    expect(await page.evaluate(() => Reflect.get(globalThis, "printed"))).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect(section.getByLabel("Recovery codes")).toHaveValue(codes);
    await expect(section.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    await expect(print).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("button", { name: "Change: Passkeys" })).toBeHidden();
    await page.emulateMedia({ media: null }); // other specs reuse the page
  });
  await section.getByRole("button", { name: "I have saved them" }).click();
  await expect(section.getByText("Recovery codes left: 10.")).toBeVisible();

  await test.step("the login asks for a code, and leads back", async () => {
    await portal.open("/logout");
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await portal.open("/videos?q=weave");
    await portal.expectPath("/login");
    await portal.fillLogin(user);
    const code = page.getByLabel("Code from your authenticator app");
    await expect(code).toBeFocused();
    portal.expectFailures(422);
    await code.fill("000000");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
    portal.clock.advance(2 * step); // each code is good for one use
    await code.fill(codeAt(secret, Date.now() + 2 * step));
    await page.getByRole("button", { name: "Log in" }).click();
    await portal.expectPath("/videos");
    await expect.poll(() => portal.path()).toBe("/videos?q=weave");
  });
  await test.step("a recovery code is the other way in, and Back leads to the password", async () => {
    await portal.open("/logout");
    await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
    await portal.open("/login");
    await portal.fillLogin(user);
    await page.getByRole("button", { name: "Back" }).click();
    await portal.fillLogin(user);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    const code = page.getByLabel("Recovery code");
    await expect(code).toBeFocused();
    await code.fill(codes.split("\n")[0] ?? "");
    await page.getByRole("button", { name: "Log in" }).click();
    await portal.expectPath("/dashboard");
  });
});

test("an admin whose code was entered a while ago enters another one to pay money back @exhaustive", async ({
  portal,
  page,
}) => {
  const admin = await portal.createUser({ kind: "admin" });
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(admin);
  const { secret } = await turnOn(portal, admin);
  const late = 6 * 60_000;
  portal.clock.advance(late);
  await portal.open("/dashboard?section=members");
  await page.getByRole("searchbox").fill(member.email);
  await page.getByRole("link", { name: member.name }).click();
  await page.getByRole("button", { name: /^Refund RS-/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount in EUR").fill("2.50");
  await dialog.getByLabel("Reason, for your records").fill("A missed show");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(admin.password);
  portal.expectFailures(403);
  await page.keyboard.press("Enter");
  const code = dialog.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  portal.expectFailures(422);
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This code is wrong")).toBeVisible();
  await expect(dialog.getByLabel("Amount in EUR")).toHaveValue("2.50");
  await code.fill(codeAt(secret, Date.now() + late));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^€2.50 was refunded: credit note/)).toBeVisible();
});
