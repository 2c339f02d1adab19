import { bridgeContract } from "#shared/bridge.ts";
import { expect, test } from "../../fixtures/desktop.ts";

test("pages see the bridge's named functions, and neither Node nor Electron", async ({
  desktop,
}) => {
  const page = await desktop.start();
  const names = await page.evaluate(() => Object.keys(portalBridge ?? {}).toSorted());
  expect(names).toEqual(Object.keys(bridgeContract).toSorted());
  const leaked = await page.evaluate(() =>
    ["require", "process", "module", "global", "Buffer", "electron"].filter(
      (name) => name in globalThis,
    ),
  );
  expect(leaked).toEqual([]);
});
