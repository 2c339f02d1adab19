import { readdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "../../fixtures/desktop.ts";

const cart = JSON.stringify([{ sku: "guide", kind: "extra", quantity: 1 }]);

test("everything is restored at the next start: sign-in, cart, menu, language @exhaustive", async ({
  portal,
  desktop,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.stored.set("purchase-items", cart);
  await portal.open("/articles");
  await portal.page.getByRole("button", { name: "Collapse menu" }).click();
  await portal.open("/articles?lang=pl");
  await expect(portal.page.locator("html")).toHaveAttribute("lang", "pl");
  await desktop.quit();

  const page = await desktop.start();
  await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(page.getByRole("button", { name: "Rozwiń menu" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Koszyk/ })).toBeVisible();
});

test("killed while writing, several times, the app keeps a whole store file and no leftovers @exhaustive", async ({
  desktop,
}) => {
  test.slow();
  const rounds = 6;
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    const page = await desktop.start();
    // The file holds one of the last writes of the round before.
    const stored = (await desktop.storeFile())["purchase-items"];
    if (round > 0) expect(JSON.parse(String(stored))).toHaveLength(1);
    const writing = page.evaluate(async () => {
      const pad = "x".repeat(100_000);
      for (let count = 0; ; count++) {
        const item = { sku: "guide", kind: "extra", quantity: 1 + (count % 9), title: pad };
        await portalBridge?.write("purchaseItems", JSON.stringify([item]));
        Reflect.set(globalThis, "writes", count);
      }
    });
    const ended = writing.catch(() => {}); // ends with the app
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, "writes")))
      .toBeGreaterThan(3);
    written += Number(await page.evaluate(() => Reflect.get(globalThis, "writes")));
    await desktop.kill();
    await ended;
    expect(JSON.parse(String((await desktop.storeFile())["purchase-items"]))).toHaveLength(1);
  }
  expect(written).toBeGreaterThan(rounds * 3);
  await writeFile(desktop.file("config.json.tmp-0123abcd"), "half a file");
  await desktop.start();
  const files = await readdir(dirname(desktop.file("config.json")));
  expect(files.filter((name) => name.startsWith("config.json."))).toEqual([]);
});
