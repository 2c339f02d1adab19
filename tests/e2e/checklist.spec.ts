import { generateSync } from "otplib";
import { startSmtpServer } from "../../src-api/testing/smtp-server.ts";
import { startEmptyPortal } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

const owner = { name: "Olive", email: "owner@example.com", password: "three green tunnels" };

test("the first admin of an empty portal sees what is left to set up, and that a test e-mail was taken @exhaustive", async ({
  portal,
  page,
}) => {
  const smtp = await startSmtpServer();
  const empty = await startEmptyPortal({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  const list = page.getByRole("region", { name: "Setting up" });
  const step = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  try {
    portal.useBackend(empty.origin);
    await test.step("the first admin is made, with a second factor", async () => {
      await portal.open(new URL(empty.api.setUpAddress ?? "").pathname);
      await page.getByLabel("Name").fill(owner.name);
      await page.getByLabel("E-mail address").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await page.getByLabel("Repeat password").fill(owner.password);
      await page.getByRole("button", { name: "Create my account" }).click();
      const field = page.getByLabel("Six-digit code");
      await expect(field).toBeFocused();
      await field.fill(/Subject: (\d{6}) /.exec(smtp.mails.at(-1) ?? "")?.[1] ?? "");
      await page.getByRole("button", { name: "Turn on" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password", { exact: true }).fill(owner.password);
      await dialog.getByRole("button", { name: "Continue" }).click();
      const secret = await page.getByLabel("Or type this key into the app").inputValue();
      const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
      await page.getByLabel("Code from your authenticator app").fill(code);
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByRole("button", { name: "I have saved them" }).click();
    });
    await test.step("the board begins with the list", async () => {
      await page.getByRole("link", { name: "Go to your dashboard" }).click();
      await expect(list.getByText("1 of 8 done")).toBeVisible();
      await expect(step("Your second factor")).toHaveText("Your second factor: Done");
    });
    await test.step("a test that the server refuses says why", async () => {
      await step("E-mail").getByRole("link", { name: "Test the e-mail server" }).click();
      await expect(page.getByText("checkout is blocked")).toBeVisible();
      await expect(page.getByText("Nobody takes payments")).toBeVisible();
      smtp.refusals.set("MAIL FROM", "553 not yours");
      await page.getByRole("button", { name: "Send a test e-mail to me" }).click();
      await expect(page.getByRole("alert")).toContainText("refuses the sender");
      smtp.refusals.clear();
    });
    await test.step("one that it takes makes the step done", async () => {
      await page.getByRole("button", { name: "Send a test e-mail to me" }).click();
      await expect(page.getByText(`took an e-mail to ${owner.email}`)).toBeVisible();
      await page.getByRole("link", { name: "Today", exact: true }).click();
      await expect(list.getByText("2 of 8 done")).toBeVisible();
      await expect(step("E-mail")).toHaveText("E-mail: Done");
    });
    await test.step("public pages say that the portal is not set up, until that is skipped", async () => {
      await portal.open("/about");
      await page.getByRole("button", { name: "See what is left to do" }).click();
      await list.getByRole("button", { name: "Not needed: Name and seller" }).click();
      await expect(list.getByText("2 of 8 done, 1 not needed")).toBeVisible();
      await portal.open("/about");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("is not set up yet")).toHaveCount(0);
    });
  } finally {
    await page.goto("about:blank"); // which asks a server that ends for nothing more
    await empty.close();
    await smtp.close();
  }
});
