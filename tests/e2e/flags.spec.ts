import { expect, test } from "../fixtures/portal.ts";

const off = { maintenanceMode: false, registrationDisabled: false, loginDisabled: false };
const disabled = "Feature is disabled. Please contact our support.";
const maintenance =
  "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.";

test("maintenance shows its banner to visitors and members, and blocks nothing", async ({
  portal,
  page,
}) => {
  await portal.stored.set("flags", JSON.stringify({ ...off, maintenanceMode: true }));
  await portal.open("/about");
  await expect(page.getByText(maintenance)).toBeVisible();
  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await expect(page.getByText(maintenance)).toBeVisible();
});

test("a disabled login is in no menu, and its page says so", async ({ portal, page }) => {
  await portal.stored.set("flags", JSON.stringify({ ...off, loginDisabled: true }));
  await portal.open("/login");
  await expect(page.getByText(disabled)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Log in" })).toHaveCount(0);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Register" })).toHaveCount(2);
});

test("a disabled registration is in no menu, and its page says so", async ({ portal, page }) => {
  await portal.stored.set("flags", JSON.stringify({ ...off, registrationDisabled: true }));
  await portal.open("/register");
  await expect(page.getByText(disabled)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Register" })).toHaveCount(0);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Log in" })).toHaveCount(2);
});

test("a flag that another window learned of shows without a reload", async ({ portal, page }) => {
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(maintenance)).toHaveCount(0);
  await portal.stored.set("flags", JSON.stringify({ ...off, maintenanceMode: true }));
  await expect(page.getByText(maintenance)).toBeVisible();
});
