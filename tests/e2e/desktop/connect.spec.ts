import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createOtherBrand, otherName } from "#api/testing/other-brand.ts";
import { expect, test as base } from "../../fixtures/desktop.ts";
import { startFaultProxy, type FaultProxy } from "../../fixtures/fault-proxy.ts";
import { startWithBrand } from "../../fixtures/portal-server.ts";

const test = base.extend<{ other: FaultProxy }>({
  /** Another portal, with another brand, behind a proxy that sees what it is asked. */
  other: async ({}, use) => {
    const proxy = await startFaultProxy();
    const brand = await createOtherBrand();
    const server = await startWithBrand(brand.path, proxy.origin);
    proxy.target = server.origin;
    await use(proxy);
    await proxy.close();
    await server.close();
    await brand.remove();
  },
});

const addressField = (page: Page) => page.getByRole("textbox", { name: "Address of the portal" });

async function tryAddress(page: Page, address: string): Promise<void> {
  await addressField(page).fill(address);
  await page.getByRole("button", { name: "Continue" }).click();
}

const hostOf = (origin: string) => new URL(origin).host;

test("the app asks for its portal at the first start, says what is wrong with an address, and remembers the one that was opened", async ({
  server,
  desktop,
}) => {
  desktop.askForPortal();
  const page = await desktop.startAsking();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open your portal");
  const stranger = createServer((_, answer) => answer.end("<h1>A shop</h1>")).listen(
    0,
    "127.0.0.1",
  );
  await once(stranger, "listening");
  const { port } = stranger.address() as AddressInfo; // it listens on a port, not on a pipe
  for (const [address, sentence] of [
    ["", "Enter the address of your portal."],
    ["http://portal.example.com", /starts with http, so nothing is encrypted/],
    ["my portal", "This is not an address."],
    [`127.0.0.1:${port}`, "There is no portal at this address."],
    [`127.0.0.1:${port}/portal`, /A portal has an address of its own, without a path/],
  ] as const) {
    await tryAddress(page, address);
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(addressField(page)).toHaveValue(address);
    await expect(addressField(page)).toBeFocused();
  }
  stranger.close();
  await tryAddress(page, `127.0.0.1:${port}`);
  await expect(page.getByRole("alert")).toContainText("Nothing answers at this address.");

  await tryAddress(page, `${server.proxy.origin}/articles`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ringside");
  await expect(page.getByText(server.proxy.origin)).toBeVisible();
  await expect(page.getByText(/opens this one without it/)).toBeVisible();
  const icon = page.locator("img");
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const opened = await desktop.windowOf(() =>
    page.getByRole("button", { name: "Open Ringside" }).click(),
  );
  await expect(opened).toHaveURL("app://portal/");
  await expect(opened.getByRole("contentinfo")).toBeVisible();
  await expect.poll(() => desktop.electron.windows().length).toBe(1);
  await desktop.quit();
  const again = await desktop.start();
  await expect(again.getByRole("contentinfo")).toBeVisible();
  expect(await desktop.wholeStoreFile()).toHaveProperty("portal", server.proxy.origin);
});

test("a link to another portal asks first; moving there logs out of the first, whose token no other server ever gets @exhaustive", async ({
  server,
  portal,
  desktop,
  other,
  problems,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.stored.set(
    "purchase-items",
    JSON.stringify([{ sku: "guide", kind: "extra", quantity: 1 }]),
  );
  await portal.stored.set("menu-collapsed", "true");
  await desktop.quit();
  problems.end(); // windows are closed while they load
  desktop.askForPortal();
  await desktop.leaveInStore({ portal: server.proxy.origin });
  const page = await desktop.start();
  await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
  const ofFirst = async () => (await desktop.wholeStoreFile()).portals?.[server.proxy.origin];
  expect(await ofFirst()).toHaveProperty("token");

  const asking = await desktop.windowOf(() =>
    desktop.startAgain(`ringside://${hostOf(other.origin)}/memberships`),
  );
  await test.step("the link only fills in the address: nothing was asked, and the first portal stays", async () => {
    await expect(asking.getByText(/A link asks the app to open this portal/)).toBeVisible();
    await expect(addressField(asking)).toHaveValue(hostOf(other.origin));
    expect(other.seen).toEqual([]);
    await expect(page.getByRole("link", { name: new RegExp(member.name) })).toBeVisible();
  });
  await test.step("the portal shows its name, and what moving there means", async () => {
    await asking.getByRole("button", { name: "Continue" }).click();
    await expect(asking.getByRole("heading", { level: 1 })).toHaveText(otherName);
    await expect(
      asking.getByText(/Opening this portal logs you out of Ringside and deletes your cart/),
    ).toBeVisible();
    expect(await ofFirst()).toHaveProperty("token");
  });
  const moved = await desktop.windowOf(() =>
    asking.getByRole("button", { name: /^Open Pfoten/ }).click(),
  );
  await test.step("the app is at the other portal, at the page of the link", async () => {
    await expect(moved).toHaveURL("app://portal/memberships");
    await expect(moved).toHaveTitle(new RegExp(`${RegExp.escape(otherName)}$`));
    await expect(moved.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
    await expect.poll(() => desktop.electron.windows().length).toBe(1);
  });
  await test.step("it has logged out of the first one, there and here", async () => {
    await expect
      .poll(() => server.proxy.seen.filter(({ path }) => path === "/api/logout"))
      .toEqual([{ method: "POST", path: "/api/logout", token: member.token }]);
    expect(await ofFirst()).not.toHaveProperty("token");
    expect(await ofFirst()).not.toHaveProperty("purchase-items");
    expect(await ofFirst()).toHaveProperty("menu-collapsed", "true");
    expect(other.seen.filter(({ token }) => token !== null)).toEqual([]);
  });
  await test.step("the menu leads back, where the menu of the first portal is as it was left", async () => {
    const back = await desktop.windowOf(() => desktop.chooseInMenu("change-portal", moved));
    await tryAddress(back, server.proxy.origin);
    const first = await desktop.windowOf(() =>
      back.getByRole("button", { name: "Open Ringside" }).click(),
    );
    await expect(first).toHaveURL("app://portal/");
    await expect(first.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
    const texts = await first.evaluate(() => portalBridge?.load());
    expect(texts).toMatchObject({ menuCollapsed: "true" });
    expect(texts).not.toHaveProperty("token");
  });
});

test("an app that is built for one portal does not ask, offers no other, and says so to a link @exhaustive", async ({
  desktop,
  other,
}) => {
  const page = await desktop.start();
  expect(Object.keys(await desktop.menuLabels())).not.toContain("change-portal");
  await desktop.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...given: unknown[]) => {
      Reflect.set(globalThis, "said", given.at(-1));
      return { response: 0, checkboxChecked: false };
    };
  });
  await desktop.startAgain(`ringside://${hostOf(other.origin)}/memberships`);
  await expect
    .poll(() => desktop.electron.evaluate(() => Reflect.get(globalThis, "said")?.message))
    .toBe("This app only opens Ringside");
  await expect(page).toHaveURL("app://portal/");
  expect(other.seen).toEqual([]);
});

test("the page that asks is in the other language, too, on a phone-sized window and without a pointer @exhaustive", async ({
  server,
  desktop,
}) => {
  desktop.askForPortal();
  const page = await desktop.startAsking();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("link", { name: "Polski" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otwórz swój portal");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.keyboard.type(server.proxy.origin);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Otwórz Ringside" })).toBeFocused();
  const opened = await desktop.windowOf(() => page.keyboard.press("Enter"));
  await expect(opened.locator("html")).toHaveAttribute("lang", "pl");
});
