import type { Page } from "@playwright/test";
import { buildTag, manifestPath, shellPath } from "#shared/service-worker.ts";
import { keptFiles } from "../fixtures/offline-library.ts";
import { createNextBuild } from "../fixtures/next-build.ts";
import { startDeployment } from "../fixtures/portal-server.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app contains its files");
test.use({ serviceWorkers: "allow" });

const offline =
  "You are offline. What is on screen stays; the rest loads once you are back online.";
const told = "A new version of Ringside is ready.";

const cachedPaths = async (page: Page) => (await keptFiles(page)).map(({ path }) => path);

/** Waits until the service worker keeps the shell, and all files that the window has loaded. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/(assets|brand)\//.test(path)),
  );
  await expect
    .poll(async () => {
      const paths = new Set(await cachedPaths(page));
      return [shellPath, ...loaded].filter((path) => !paths.has(path));
    })
    .toEqual([]);
}

/** Returns which build a window has. */
const buildOf = (page: Page) => page.locator(`meta[name=${buildTag}]`).getAttribute("content");

/** Lets the browser find a new version, as it does every hour. */
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the portal can be installed: its manifest has no errors, and its icons exist @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send("Page.getAppManifest");
  expect(new URL(url).pathname).toBe(manifestPath);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { icons } = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[] }; // our own file
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (path) => {
      const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test("a visitor starts offline, and sees what the server says while it answers, errors too @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await untilStored(page);
  portal.faults.add({ path: "/about", status: 503, body: "<title>busy</title>", times: 1 });
  await portal.open("/about");
  await expect(page).toHaveTitle("busy");
  await portal.open("/");
  await expect(heading(page)).toBeVisible();
  const title = await heading(page).textContent();
  await untilStored(page);
  await expect.poll(() => portal.requests("/about"), "once for each page load").toHaveLength(2);
  await portal.faults.offline(true);
  await portal.open("/");
  await expect(heading(page)).toHaveText(title ?? "");
  await expect(page.getByText(offline)).toBeVisible();
  for (const path of ["/api/health", "/api/payments/sandbox/x", "/robots.txt"])
    await expect(portal.open(path), path).rejects.toThrow("ERR_");
});

test.describe("a new version", () => {
  let next: Awaited<ReturnType<typeof createNextBuild>>;
  let deployment: Awaited<ReturnType<typeof startDeployment>>;
  test.beforeAll(async ({ server }) => {
    next = await createNextBuild();
    deployment = await startDeployment(next.folder, server.proxy.origin);
  });
  test.afterAll(async () => {
    await deployment.close();
    await next.remove();
  });

  const notice = (page: Page) => page.getByRole("status").filter({ hasText: told });
  const deploy = async ({ portal, page }: { portal: Portal; page: Page }) => {
    portal.useBackend(deployment.origin);
    // Of files that windows of the old version fetch in advance, without having used them before.
    portal.expectFailures(404);
    await checkForUpdate(page);
  };

  test("is told in every window, and loaded in that where the user says so; the others keep working @exhaustive", async ({
    portal,
    page,
  }) => {
    await portal.open("/about");
    await untilStored(page);
    const writing = await portal.anotherWindow("/contact");
    const old = (await buildOf(writing)) ?? "";
    await untilStored(writing);
    await writing.getByLabel("Your message").fill("Which class for a Sheltie?");
    await deploy({ portal, page });
    await expect(notice(page)).toBeVisible();
    await expect(notice(writing)).toBeVisible();
    expect(await buildOf(page)).toBe(old);

    let loads = 0;
    page.on("load", () => (loads += 1));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => buildOf(page)).toMatch(/^next/);
    await untilStored(page);
    await expect(notice(page)).toBeHidden();
    expect(loads).toBe(1);

    await expect(writing.getByLabel("Your message")).toHaveValue("Which class for a Sheltie?");
    expect(await buildOf(writing)).toBe(old);
    await expect(notice(writing)).toBeVisible();
    // The server has the file no more, and this window has not loaded it yet.
    await writing.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(heading(writing)).toHaveText("We stand where you stand: beside the ring");
    expect(await buildOf(writing)).toBe(old);

    await writing.getByRole("button", { name: "Reload" }).click();
    await expect(
      writing.getByText("What you have typed here but not sent yet will be lost."),
    ).toBeVisible();
    expect(await buildOf(writing)).toBe(old);
    await writing.getByRole("button", { name: "Reload anyway" }).click();
    await expect.poll(() => buildOf(writing)).toMatch(/^next/);
    await untilStored(writing);
  });

  test("needs no word once all windows have it, and starts offline @exhaustive", async ({
    portal,
    page,
  }) => {
    await portal.open("/");
    await untilStored(page);
    await deploy({ portal, page });
    await expect(notice(page)).toBeVisible();
    await page.getByRole("button", { name: "Later" }).click();
    await expect(notice(page)).toBeHidden();
    await portal.reload();
    const build = await buildOf(page);
    expect(build).toContain("next");
    await untilStored(page);
    await expect(notice(page)).toBeHidden();
    await portal.faults.offline(true);
    await portal.reload();
    await expect(page.getByText(offline)).toBeVisible();
    await expect(heading(page)).toBeVisible();
  });
});
