import { expect, test } from "../fixtures/portal.ts";

test("a double click on a form sends it once: login", async ({ portal, page }) => {
  const { email, password } = await portal.createUser({ kind: "user" });
  portal.faults.add({ path: "/api/login", delay: 400 });
  await portal.open("/login");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).dblclick();
  await portal.expectPath("/dashboard");
  await expect.poll(() => portal.requests("/api/login", "POST")).toHaveLength(1);
});

test("a double click on a form sends it once: a message @exhaustive", async ({ portal, page }) => {
  portal.faults.add({ path: "/api/contact", delay: 400 });
  await portal.open("/contact");
  await page.getByLabel("Your name").fill("Robin");
  await page.getByLabel("E-mail address").fill("robin@example.com");
  await page.getByLabel("What is it about?").fill("Once");
  await page.getByLabel("Your message").fill("This has to arrive once.");
  await page.getByRole("button", { name: "Send message" }).dblclick();
  await expect(page.getByText("We have your message")).toBeVisible();
  await expect.poll(() => portal.requests("/api/contact", "POST")).toHaveLength(1);
});

test("pressing Enter repeatedly sends a registration once @exhaustive", async ({
  portal,
  page,
}) => {
  portal.faults.add({ path: "/api/register", delay: 400 });
  await portal.open("/register");
  const email = `twice-${Date.now()}@example.com`;
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Tess Twice");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("ringside evenings");
  await page.getByLabel("Repeat password", { exact: true }).fill("ringside evenings");
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await page.getByRole("textbox", { name: "E-mail address" }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
  await expect(portal.codeField).toBeVisible();
  await expect.poll(() => portal.requests("/api/register", "POST")).toHaveLength(1);
  expect(await portal.mails.allTo(email)).toHaveLength(1);
});
