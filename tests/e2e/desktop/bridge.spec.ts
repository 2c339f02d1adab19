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

test("the bridge refuses keys that it does not know and texts that do not parse @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  const refused = await page.evaluate(async () => {
    const calls: [string, string][] = [
      ["__proto__", "x"],
      ["constructor", "x"],
      ["window-bounds", "{}"],
      ["flags", "no JSON"],
      ["token", "x".repeat(10_000_000)],
    ];
    const write = Reflect.get(portalBridge ?? {}, "write") as (
      name: string,
      text: string,
    ) => Promise<void>; // unknown keys
    const outcomes = await Promise.allSettled(calls.map(([name, text]) => write(name, text)));
    return outcomes.map(({ status }) => status);
  });
  expect(refused).toEqual(Array(5).fill("rejected"));
  expect((await desktop.storeFile())["flags"], "the app's own, if any").not.toBe("no JSON");
});

test("windows share changes: language, login, logout @exhaustive", async ({ portal }) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.open("/about");
  const second = await portal.anotherWindow("/contact");
  await portal.page.getByRole("banner").getByRole("button", { name: /^PL/ }).click();
  await expect(second.locator("html")).toHaveAttribute("lang", "pl");
  await second.getByRole("banner").getByRole("button", { name: /^EN/ }).click();
  await expect(portal.page.locator("html")).toHaveAttribute("lang", "en");
  await portal.logInByForm(member);
  await expect(second.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await portal.open("/logout", second);
  await expect(portal.page.getByRole("contentinfo")).toBeVisible();
});
