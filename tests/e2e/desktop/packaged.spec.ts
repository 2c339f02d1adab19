import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Menu } from "electron";
import { expect, test as base } from "../../fixtures/desktop.ts";
import { chooseElectron } from "../../fixtures/electron-runtime.ts";

/** Runs the app as if installed, with the spec's folder as the system's configuration folder. */
const test = base.extend<{ systemFolder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  systemFolder: async ({}, use, testInfo) => {
    const folder = testInfo.outputPath("config");
    await mkdir(folder, { recursive: true });
    await use(folder);
  },
  desktop: async ({ desktop, systemFolder }, use) => {
    desktop.environment = { STANDIN_PACKAGED: "1", XDG_CONFIG_HOME: systemFolder };
    await use(desktop);
  },
});

test.skip(() => chooseElectron().isBinary, "Electron's own binary is no installation of the app.");

test("an installed app has no developer tools, and follows deep links", async ({
  desktop,
  problems,
}) => {
  problems.expect(["network", 502]); // it may know of no API host
  const page = await desktop.start();
  const roles = await desktop.electron.evaluate(({ app, Menu }) => ({
    packaged: app.isPackaged,
    roles: Menu.getApplicationMenu()?.items.flatMap(({ submenu }) =>
      (submenu?.items ?? []).map(({ role }) => role?.toLowerCase()),
    ),
  }));
  expect(roles.packaged).toBe(true);
  expect(roles.roles).toContain("togglefullscreen");
  expect(roles.roles).not.toContain("toggledevtools");
  await desktop.startAgain("ringside://memberships");
  await expect(page).toHaveURL("app://portal/memberships");
});

test("an installed app starts at login if its user turns that on @exhaustive", async ({
  desktop,
  problems,
  systemFolder,
}) => {
  problems.expect(["network", 502]); // it may know of no API host
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await desktop.electron.evaluate(({ Menu }) => {
    Menu.prototype.popup = function popup() {
      Reflect.set(globalThis, "openedMenu", this);
    };
  });
  await desktop.chooseInMenu("preferences", page);
  const startAtLogin = await desktop.electron.evaluateHandle(() => {
    const menu = Reflect.get(globalThis, "openedMenu") as Menu; // set above
    return menu.getMenuItemById("start-at-login")!; // the menu has it
  });
  const shown = await startAtLogin.evaluate(({ visible, checked }) => ({ visible, checked }));
  expect(shown).toEqual({ visible: true, checked: false });
  await startAtLogin.evaluate((item) => item.click());
  const program = await desktop.electron.evaluate(() => process.execPath);
  const entry = await readFile(join(systemFolder, "autostart/ringside.desktop"), "utf8");
  expect(entry).toContain(`Exec="${program}"`);
});

test("an installed app uses the API host of its own settings, ignoring the environment @exhaustive", async ({
  desktop,
  server,
}) => {
  const settings = { PORTAL_API_ORIGIN: server.proxy.origin };
  await writeFile(desktop.file("portal.json"), JSON.stringify(settings));
  desktop.environment = { ...desktop.environment, PORTAL_API_ORIGIN: "http://127.0.0.1:9" };
  const page = await desktop.start();
  const answer = await page.evaluate(async () => (await fetch("/api/announcements")).status);
  expect(answer).toBe(200);
});
