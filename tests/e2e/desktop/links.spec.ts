import { expect, test } from "../../fixtures/desktop.ts";
import { emptyPath } from "../../fixtures/windows.ts";

test("a deep link starts the app at its page", async ({ desktop }) => {
  const page = await desktop.start("ringside://memberships");
  await expect(page).toHaveURL("app://portal/memberships");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a deep link opens in the existing window, without a reload and with the stored values, or in one that shows none of the pages @exhaustive", async ({
  portal,
  desktop,
}) => {
  const { page } = portal;
  await test.step("it opens in the existing window, and does not change stored values", async () => {
    const member = await portal.createUser({ kind: "member" });
    await portal.signIn(member);
    await portal.open("/about");
    await expect(portal.page.getByRole("heading", { level: 1 })).toBeVisible();
    await desktop.startAgain("ringside://articles/building-weave-entries");
    await portal.expectPath("/articles/building-weave-entries");
    await expect(portal.page.getByRole("heading", { level: 1, name: /weave/i })).toBeVisible();
    portal.expectFailures(404); // the token is invented
    await desktop.startAgain("ringside://reset-password/some.token_with-signs");
    await portal.expectPath("/reset-password/some.token_with-signs");
    await expect.poll(() => portal.stored.get("token")).toBe(member.token);
  });
  await test.step("it navigates within the running page: no reload, and Back goes back", async () => {
    await portal.open("/contact");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => void Reflect.set(globalThis, "inMemory", "kept"));
    await desktop.startAgain("ringside://memberships");
    await portal.expectPath("/memberships");
    await desktop.chooseInMenu("home", page);
    await portal.expectPath("/");
    expect(await page.evaluate(() => Reflect.get(globalThis, "inMemory"))).toBe("kept");
    await page.goBack();
    await portal.expectPath("/memberships");
  });
  await test.step("it loads its page in a window that shows none", async () => {
    await page.goto(`app://portal${emptyPath}`);
    await desktop.startAgain("ringside://memberships");
    await expect(page).toHaveURL("app://portal/memberships");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test("external links open in the system's browser and mail program, not in the app", async ({
  portal,
  desktop,
}) => {
  const { page } = portal;
  await portal.open("/about");
  const social = page.getByRole("contentinfo").getByRole("link", { name: /instagram|youtube/i });
  const href = await social.first().getAttribute("href");
  await social.first().click();
  await expect.poll(() => desktop.openedLinks()).toEqual([href]);
  await portal.open("/contact");
  const mail = page.getByRole("main").locator('a[href^="mailto:"]').first();
  await mail.click();
  await expect.poll(() => desktop.openedLinks()).toHaveLength(2);
  expect((await desktop.openedLinks())[1]).toMatch(/^mailto:/);
  const others = ["tel:+48221234567", "https://example.com/", "mailto:a@b.example", "tel:+4822"];
  for (const [at, address] of others.entries()) {
    await page.evaluate((to) => {
      const link = document.createElement("a");
      link.href = to;
      link.textContent = to;
      document.querySelector("main")?.prepend(link);
    }, address);
    await page.getByRole("link", { name: address, exact: true }).click();
    await expect
      .poll(async () => (await desktop.openedLinks()).slice(2), address)
      .toEqual(others.slice(0, at + 1));
  }
  await expect.poll(() => portal.path()).toBe("/contact");
  expect(desktop.electron.windows()).toHaveLength(1);
});

test("a link to one of the app's pages with target _blank opens a window; no page can leave the app's origin, in any way, and no other scheme is opened @exhaustive", async ({
  desktop,
  problems,
}) => {
  const page = await desktop.start();
  const opened = desktop.electron.waitForEvent("window");
  await page.evaluate(() => void window.open("/about", "_blank"));
  const second = await opened;
  await expect(second).toHaveURL("app://portal/about");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  await second.close();

  problems.end(); // Chromium reports on the console what it refuses
  for (const address of [
    "http://127.0.0.1:9/",
    "file:///etc/passwd",
    "app://portal.evil/",
    "smb://evil.example/share",
    "data:text/html,<h1>Evil</h1>",
  ]) {
    await page.evaluate((to) => {
      window.open(to);
      const link = document.createElement("a");
      link.href = to;
      link.click();
    }, address);
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL("app://portal/");
  expect(await desktop.openedLinks()).toEqual([]);
  expect(desktop.electron.windows()).toHaveLength(1);
  // Resolves once the policy has refused the form.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          if (effectiveDirective === "form-action") resolve();
        });
        const form = document.createElement("form");
        form.action = "http://evil.example/";
        document.body.append(form);
        form.submit();
      }),
  );
  const own = await desktop.window(page);
  expect(await own.evaluate(({ webContents }) => webContents.getURL())).toBe("app://portal/");
  expect(await desktop.openedLinks()).toEqual([]);
});
