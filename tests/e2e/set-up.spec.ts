import { generateSync } from "otplib";
import { startSmtpServer } from "../../src-api/testing/smtp-server.ts";
import { startEmptyPortal } from "../fixtures/portal-server.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const owner = { name: "Olive", email: "owner@example.com", password: "three green tunnels" };

/** Fills in the form of the first admin and sends it. */
async function send(portal: Portal, changes: Partial<typeof owner> = {}): Promise<void> {
  const { name, email, password } = { ...owner, ...changes };
  const { page } = portal;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password").fill(password);
  await page.getByRole("button", { name: "Create my account" }).click();
}

/** Runs `work` on a portal without an admin, at the address that its start printed. */
async function withEmptyPortal(
  portal: Portal,
  settings: Record<string, string>,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const empty = await startEmptyPortal(settings);
  try {
    portal.useBackend(empty.origin);
    await work(new URL(empty.api.setUpAddress ?? "").pathname);
  } finally {
    await portal.page.goto("about:blank"); // which asks a server that ends for nothing more
    await empty.close();
  }
}

test("the address that the start prints makes the first admin by a mailed code, with a second factor, once", async ({
  portal,
  page,
}) => {
  const smtp = await startSmtpServer();
  const code = () => /Subject: (\d{6}) /.exec(smtp.mails.at(-1) ?? "")?.[1] ?? "";
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
  const set = withEmptyPortal(portal, settings, async (path) => {
    await portal.open(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up your portal");
    await test.step("a wrong address is corrected, and nothing typed is lost", async () => {
      await send(portal, { email: "owmer@example.com" });
      await expect(page.getByText("owmer@example.com")).toBeVisible();
      await page.getByRole("button", { name: "Change it" }).click();
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue(owner.password);
      await page.getByLabel("E-mail address").fill(owner.email);
      await page.getByRole("button", { name: "Create my account" }).click();
    });
    await test.step("the code proves it", async () => {
      portal.expectFailures(422);
      const field = page.getByLabel("Six-digit code");
      await expect(field).toBeFocused();
      const right = code();
      await field.fill(right.replace(/^./, (digit) => String((Number(digit) + 1) % 10)));
      await expect(
        page.getByRole("alert").filter({ hasText: "not the code from our latest" }),
      ).toBeVisible();
      await field.fill(right);
    });
    await test.step("the second factor opens the admin's pages", async () => {
      await expect(page.getByRole("heading", { name: "Second factor" })).toBeVisible();
      await expect(page.getByText("SMTP_URL")).toHaveCount(0);
      await page.getByRole("button", { name: "Turn on" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password", { exact: true }).fill(owner.password);
      await dialog.getByRole("button", { name: "Continue" }).click();
      const secret = await page.getByLabel("Or type this key into the app").inputValue();
      const epoch = Math.floor(Date.now() / 1000);
      await page
        .getByLabel("Code from your authenticator app")
        .fill(generateSync({ secret, epoch }));
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByRole("button", { name: "I have saved them" }).click();
      await expect(page.getByText("Recovery codes left: 10.")).toBeVisible();
      await page.getByRole("link", { name: "Go to your dashboard" }).click();
      await expect(page.getByRole("link", { name: "Members", exact: true })).toBeVisible();
    });
    await test.step("the address does not work any more", async () => {
      portal.expectFailures(404);
      await portal.open(path);
      await expect(page.getByText("This address does not work.")).toBeVisible();
    });
  });
  await set.finally(() => smtp.close());
});

test("without a mail server the printed address alone proves the admin's, who is told what does not work @exhaustive", async ({
  portal,
  page,
}) => {
  await withEmptyPortal(portal, {}, async (path) => {
    await portal.open(path);
    await send(portal);
    await expect(page.getByText("so your address was not checked")).toBeVisible();
    await portal.reload();
    await expect(page.getByText("nobody can register")).toBeVisible();
    await expect(page.getByText(`enrol-factor ${owner.email}`)).toBeVisible();
  });
});

test("the set-up leads the first admin from step to step on a phone, by keyboard, and the dashboard lists what was passed over @exhaustive", async ({
  portal,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withEmptyPortal(portal, { ADMIN_SECOND_FACTOR: "optional" }, async (path) => {
    await portal.open(path);
    await send(portal);
    const heading = (title: string) =>
      page.getByRole("heading", { level: 2, name: title, exact: true });
    const press = (name: string) =>
      page.getByRole("button", { name, exact: true }).first().press("Enter");
    const save = async (name: string) => {
      const row = page.getByRole("group", { name, exact: true });
      await row.getByRole("button", { name: "Save", exact: true }).press("Enter");
      return row;
    };
    const saved = async (name: string) =>
      expect((await save(name)).getByText(/^Saved\./)).toBeVisible();
    const stands = async (title: string) => {
      await expect(heading(title)).toBeFocused();
      const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(widths[0], title).toBeLessThanOrEqual(widths[1] ?? 0);
    };
    await test.step("a step that is passed over can be gone back to", async () => {
      await expect(heading("Step 1 of 8: Your second factor")).toBeVisible();
      await press("Skip for now");
      await stands("Step 2 of 8: Name and seller");
      await page.goBack();
      await stands("Step 1 of 8: Your second factor");
      await page.goForward();
    });
    await test.step("name, seller and colours are there in the next step, also after a reload", async () => {
      await stands("Step 2 of 8: Name and seller");
      await page.getByLabel("Name of the portal").fill("Crumb & Crust");
      await page.getByLabel("Seller", { exact: true }).fill("Olive Baker");
      await page.getByLabel("Address", { exact: true }).fill("1 Mill Lane, Bristol");
      await saved("Name and seller");
      await press("Change: Colours");
      await page.getByLabel("Main colour", { exact: true }).fill("#7a4a1e");
      await expect(page.getByRole("img", { name: "Preview" })).toBeVisible();
      await saved("Colours");
      await press("Continue");
      await stands("Step 3 of 8: Languages, kinds and parts");
      await expect(page).toHaveTitle(/Crumb & Crust/);
      await portal.reload();
      await stands("Step 3 of 8: Languages, kinds and parts");
    });
    await test.step("languages and parts, then prices in the language that is left", async () => {
      await page.getByLabel("Languages", { exact: true }).selectOption({ label: "English" });
      await saved("Languages, kinds and parts");
      await press("Continue");
      await stands("Step 4 of 8: Plans and prices");
      await expect(page.getByLabel("Name in Polish")).toHaveCount(0);
      const monthly = page.getByRole("group", { name: "Monthly", exact: true });
      await monthly.getByLabel("Price").fill("12");
      const row = await save("Plans and prices");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(owner.password);
      await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await expect(row.getByText(/^Saved\./)).toBeVisible();
      await press("Continue");
    });
    await test.step("e-mail and payments say what they lack, and are passed over", async () => {
      await stands("Step 5 of 8: E-mail");
      await press("Send a test e-mail to me");
      await expect(page.getByRole("alert")).toContainText("SMTP_URL");
      await press("Skip for now");
      await stands("Step 6 of 8: Payments");
      await expect(page.getByText("checkout is blocked")).toBeVisible();
      await press("Skip for now");
    });
    await test.step("what is not needed is not on the dashboard's list, and the rest is", async () => {
      await stands("Step 7 of 8: Legal texts");
      await press("Not needed");
      await stands("Step 8 of 8: First entry");
      await page.getByRole("link", { name: "Go to your dashboard" }).press("Enter");
      const list = page.getByRole("region", { name: "Setting up" });
      await expect(list.getByText("3 of 8 done, 1 not needed")).toBeVisible();
      await expect(list.getByRole("listitem").filter({ hasText: "E-mail" })).toContainText("To do");
    });
  });
});
