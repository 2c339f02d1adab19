import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has its files in its own folder");
test.use({ withoutFiles: true });

/** Collects the addresses that a page requests, and warnings about preloads. */
function watchLoads(page: Page) {
  const addresses: string[] = [];
  const warnings: string[] = [];
  page.on("request", (request) => addresses.push(`${request.method()} ${request.url()}`));
  page.on("console", (message) => {
    if (/preload/.test(message.text())) warnings.push(message.text());
  });
  const repeated = () => addresses.filter((each, i) => addresses.indexOf(each) !== i);
  return { repeated, warnings };
}

/** Opens a path and waits until it is loaded. */
async function openWhole(portal: Portal, path: string): Promise<void> {
  await portal.open(path);
  await expect(portal.page.getByRole("heading", { level: 1 })).toBeVisible();
  await portal.page.waitForLoadState("networkidle");
}

/** Paths of files that a visit requested from the server although their names have a hash. */
const hashedFiles = (portal: Portal, since: number) =>
  portal
    .requests("/")
    .slice(since)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/assets/"));

for (const path of ["/", "/articles", "/memberships", "/about"]) {
  const title = `a visit of ${path} loads nothing twice, and no file again the next time`;
  test(title, { tag: "@exhaustive" }, async ({ portal, page }) => {
    const loads = watchLoads(page);
    await openWhole(portal, path);
    // Chromium warns of preloads that are not used within three seconds. They are the same on all pages.
    if (path === "/") await page.waitForTimeout(3_500);
    expect(loads.repeated()).toEqual([]);
    expect(loads.warnings).toEqual([]);
    const before = portal.requests("/").length;
    const files = hashedFiles(portal, 0);
    expect(files.length).toBeGreaterThan(5);
    await openWhole(portal, path);
    // A busy browser may only now have time for what the first visit had left for later.
    expect(hashedFiles(portal, before).filter((file) => files.includes(file))).toEqual([]);
  });
}

test("logging in and reading an article load nothing twice @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await openWhole(portal, "/login");
  const loads = watchLoads(page);
  await portal.logInByForm(member);
  await portal.expectPath("/dashboard");
  // What the dashboard is still fetching when it is left would be fetched again.
  await expect(page.getByRole("heading", { name: "New in the library" })).toBeVisible();
  await expect(page.getByLabel("Loading…")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(loads.repeated()).toEqual([]);
  const article = "/articles/building-weave-entries";
  await openWhole(portal, article);
  // What the dashboard was still fetching is not counted: the visit of the article ended it.
  const visit = portal.requests("/").findLastIndex(({ path }) => path === article);
  const asked = hashedFiles(portal, visit);
  expect(asked.filter((path, i) => asked.indexOf(path) !== i)).toEqual([]);
  expect(loads.warnings).toEqual([]);
});
