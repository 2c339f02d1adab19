import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./probe-app.ts";

type Seen = { navigations: string[]; redirects: string[]; opened: string[] };

const seen = (app: ElectronApplication) =>
  app.evaluate(() => Reflect.get(globalThis, "seen") as Seen); // of the probe app

/** Records what would be opened by the system, as specs also do in Electron. */
const recordExternal = (app: ElectronApplication) =>
  app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => void Reflect.get(globalThis, "seen").opened.push(url);
  });

test("a page only navigates where the app allows", async ({ app, page }) => {
  for (const address of ["https://example.com/", "http://127.0.0.1:1/", "mailto:a@example.com"]) {
    await page.evaluate((to) => location.assign(to), address);
    await expect.poll(async () => (await seen(app)).navigations).toContain(address);
  }
  await expect(page).toHaveURL("app://portal/");
  await page.evaluate(() => location.assign("/other"));
  await expect(page.getByRole("heading")).toHaveText("Other");
  await expect(page).toHaveURL("app://portal/other");
});

test("a redirect to another origin is blocked", async ({ app, page }) => {
  await page.evaluate(() => location.assign("/leave"));
  await expect.poll(async () => (await seen(app)).redirects).toEqual(["https://example.com/"]);
  await expect(page).toHaveURL("app://portal/");
});

test("the app is asked about a frame's navigation", async ({ app, page }) => {
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.src = "/other";
    document.body.append(frame);
  });
  await expect.poll(async () => (await seen(app)).navigations).toEqual(["app://portal/other"]);
});

test("a page opens no window, and its link goes to the system", async ({ app, page }) => {
  await recordExternal(app);
  expect(await page.evaluate(() => window.open("https://example.com/a"))).toBeNull();
  await page.evaluate(() => {
    const link = document.createElement("a");
    Object.assign(link, { href: "https://example.com/b", target: "_blank", rel: "noopener" });
    document.body.append(link);
    link.textContent = "Elsewhere";
  });
  await page.getByRole("link").click();
  const addresses = ["https://example.com/a", "https://example.com/b"];
  await expect.poll(async () => (await seen(app)).opened).toEqual(addresses);
  expect(app.windows()).toHaveLength(1);
  await expect(page.getByRole("heading")).toHaveText("Start");
});

test("denied permissions are not granted", async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ["notifications", "geolocation", "camera"] as PermissionName[];
    const asked = names.map(async (name) => (await navigator.permissions.query({ name })).state);
    return [Notification.permission, ...(await Promise.all(asked))];
  });
  expect(states).toEqual(["denied", "denied", "denied", "denied"]);
});
