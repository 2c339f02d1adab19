import { expect, test } from "./probe-app.ts";

test("APIs that need a ready app throw Electron's error before", async ({ app }) => {
  const early = await app.evaluate(() => Reflect.get(globalThis, "early"));
  const noSession = "TypeError: Session can only be received when app is ready";
  const noScreen = "Error: The 'screen' module can't be used before the app 'ready' event";
  const noKeys = "Error: safeStorage cannot be used before app is ready";
  expect(early).toEqual({
    ready: false,
    thrown: [
      "Error: Cannot create BrowserWindow before app is ready",
      "Error: Cannot create Tray before app is ready",
      "Error: Cannot create Notification before app is ready",
      noScreen,
      noScreen,
      noSession,
      noSession,
      noSession,
      "Error: dialog module can only be used after app is ready",
    ],
    keyStore: ["unknown", false, noKeys, noKeys],
  });
});

test("APIs that must be called before the app is ready throw afterwards", async ({ app }) => {
  const messages = await app.evaluate(({ app: theApp, protocol }) => {
    const messageOf = Reflect.get(globalThis, "messageOf");
    return [
      () => theApp.enableSandbox(),
      () => protocol.registerSchemesAsPrivileged([{ scheme: "late" }]),
    ].map(messageOf);
  });
  expect(messages).toEqual([
    "Error: app.enableSandbox() can only be called before app is ready",
    "Error: protocol.registerSchemesAsPrivileged should be called before app is ready",
  ]);
});

test("an installed app is packaged and gets no path argument", async ({ start }) => {
  const asIn = async (environment?: Record<string, string>) => {
    const { app } = await start(environment);
    const seen = await app.evaluate(({ app: theApp }) => ({
      isPackaged: theApp.isPackaged,
      defaultApp: process.defaultApp ?? false,
      named: process.argv.some((argument) => argument.endsWith("probe-app")),
      program: process.execPath.split("/").at(-1),
      resources: theApp.getAppPath().startsWith(process.resourcesPath),
    }));
    await app.close();
    return seen;
  };
  expect(await asIn()).toEqual({
    isPackaged: false,
    defaultApp: true,
    named: true,
    program: "electron",
    resources: false,
  });
  expect(await asIn({ STANDIN_PACKAGED: "1" })).toEqual({
    isPackaged: true,
    defaultApp: false,
    named: false,
    program: "standin-probe",
    resources: true,
  });
});
