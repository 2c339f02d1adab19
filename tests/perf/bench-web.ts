import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import common from "#locales/en/common.json" with { type: "json" };
import { measureWriting } from "./long-text.ts";
import { inBrowser, onDevice, recordInteractions, slowDown } from "./measured-portal.ts";
import { measureMemberVisits } from "./member-visit.ts";
import { measureRoutes } from "./route-changes.ts";
import { compare, numbers, printHead, report } from "./samples.ts";

/** Public pages, with the entry that the API shows to visitors. */
const pages = {
  home: "/",
  "a list": "/articles",
  "a preview": "/preview/articles/building-weave-entries",
};

/** A phone of the middle class. */
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Slow 4G, with the figures that Lighthouse applies by devtools. */
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
};

/** Visits with an empty cache on the slow phone. */
const onPhone = <Result>(
  browser: Browser,
  options: BrowserContextOptions & { token?: string },
  use: (page: Page) => Promise<Result>,
) =>
  onDevice(browser, { ...phone, ...options }, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network);
    await slowDown(page);
    return use(page);
  });

/** Visits a page until the app has taken it over. Returns the ms until its largest paint. */
const largestPaint = (browser: Browser, address: string, javaScriptEnabled: boolean) =>
  onPhone(browser, { javaScriptEnabled }, async (page) => {
    await page.goto(address, { waitUntil: "load" });
    // The app comes by itself after a while.
    if (javaScriptEnabled) await page.waitForFunction(() => !("inputBeforeHydration" in window));
    await page.waitForTimeout(1_000); // for a last paint
    return page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: "largest-contentful-paint", buffered: true });
      return observer.takeRecords().at(-1)?.startTime ?? 0;
    });
  });

/** Taps the menu button as soon as it is painted. Returns the ms until the next paint. */
const tapMenu = (browser: Browser, address: string) =>
  onPhone(browser, {}, async (page) => {
    const interactions = await recordInteractions(page);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
      null,
      { polling: 16 },
    );
    await page.getByRole("button", { name: common.openMenu }).tap();
    await page.locator(":popover-open, [role=dialog]").getByRole("link").first().waitFor();
    return Math.max(0, ...(await interactions(/./)));
  });

/**
 * Measures public pages for a first visitor with a slow phone and network: largest paint, compared with that of the page
 * without its scripts, and how soon the first tap on the menu shows. Then changes of the route in the member area, and
 * writing in the studio.
 *
 * @param options `--pairs 8`: visits of each page; `--rounds 10`: of route changes; `--texts 3`: openings of a long text
 */
export async function benchWeb(options: string[]): Promise<void> {
  const { pairs, rounds, texts } = numbers(options, { pairs: 8, rounds: 10, texts: 3 });
  await inBrowser(async (portal, browser) => {
    printHead("ms, phone: processor 4 times slower, 150 ms, 1.6 Mbit/s", "no scripts");
    for (const [name, path] of Object.entries(pages)) {
      const address = portal.origin + path;
      const paint = await compare(
        pairs,
        () => largestPaint(browser, address, true),
        () => largestPaint(browser, address, false),
      );
      report(`${name}: largest paint`, paint, { atMost: 1.15 });
      const taps: number[] = [];
      for (let pair = 0; pair < pairs; pair++) taps.push(await tapMenu(browser, address));
      report(`${name}: tap on the menu`, { ours: taps }, { atMost: 200 });
    }
    await measureMemberVisits(portal, browser, onPhone, pairs);
    await measureRoutes(portal, browser, rounds);
    await measureWriting(portal, browser, texts);
  });
}
