import { expect, test } from "../../fixtures/desktop.ts";
import { chooseElectron } from "../../fixtures/electron-runtime.ts";

test.skip(() => chooseElectron().isBinary, "Electron's own binary is no installation of the app.");

test("an installed app has no developer tools, and follows deep links @exhaustive", async ({
  desktop,
  server,
}, testInfo) => {
  desktop.environment = { STANDIN_PACKAGED: "1", XDG_CONFIG_HOME: testInfo.outputPath("config") };
  await desktop.leaveInStore({ portal: server.proxy.origin });
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
