import type { Browser } from "@playwright/test";
import { buildRendererIfStale } from "#api/cli/build/build-renderer.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { routeIds, routes, type RouteId } from "#shared/routes.ts";
import { measureWriting } from "./long-text.ts";
import { launchBrowser, startPortal } from "./measured-portal.ts";
import { tapMenu, visit, visitStatic } from "./phone-visit.ts";
import { measureRoutes } from "./route-changes.ts";
import { median, numbers, printHead, report, reportValue, type Compared } from "./samples.ts";
import { startStaticCopy } from "./static-copy.ts";

/** docs/decisions/0012-public-html.md. In ms; ratio and shifts have no unit. */
const targets = { largestPaint: 1.15, blocked: 100, shifts: 0.02, tap: 200 };

const publicPages = routeIds.filter((id) => "publicHtml" in routes[id]);

/** Visits a page and its static copy, one right after the other, and reports the medians. */
async function measurePage(
  browser: Browser,
  { id, portal, copy, pairs }: { id: RouteId; portal: string; copy: string; pairs: number },
): Promise<void> {
  const paint: Compared = { ours: [], bare: [] };
  const rest: Record<"blocked" | "shifts" | "tap", number[]> = { blocked: [], shifts: [], tap: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const { largestPaint, blocked, shifts } = await visit(browser, portal);
    paint.ours.push(largestPaint);
    paint.bare.push(await visitStatic(browser, copy));
    rest.blocked.push(blocked);
    rest.shifts.push(shifts);
    rest.tap.push(await tapMenu(browser, portal));
  }
  report(`${id}: largest paint`, paint, { atMost: targets.largestPaint });
  reportValue(`${id}: blocked, with take-over`, median(rest.blocked), targets.blocked);
  reportValue(`${id}: layout shifts`, median(rest.shifts), targets.shifts);
  reportValue(`${id}: tap on the menu`, median(rest.tap), targets.tap);
}

/**
 * Measures public pages for a first visitor with a slow phone and network: largest paint, compared with a static copy
 * of the page; how long the main thread is blocked; layout shifts; how soon the first tap on the menu shows. Then
 * changes of the route in the member area, and writing in the studio.
 *
 * @param options `--pairs 8`: number of pairs; `--rounds 10`: of route changes; `--texts 3`: openings of a long
 * text; `--pages 3`: the first public pages only
 */
export async function benchWeb(options: string[]): Promise<void> {
  const { pairs, rounds, pages, texts } = numbers(options, {
    pairs: 8,
    rounds: 10,
    texts: 3,
    pages: publicPages.length,
  });
  await buildRendererIfStale(defaultBrandDir, () => console.log("Building the interface…"));
  const [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  const ids = publicPages.slice(0, pages);
  const copy = await startStaticCopy(
    browser,
    portal.origin,
    ids.map((id) => routes[id].path),
  );
  try {
    printHead("ms, phone: processor 4 times slower, 150 ms, 1.6 Mbit/s", "static");
    for (const id of ids) {
      const addresses = {
        portal: portal.origin + routes[id].path,
        copy: copy.origin + routes[id].path,
      };
      await measurePage(browser, { id, ...addresses, pairs });
    }
  } finally {
    await copy.close();
    await browser.close();
    await portal.close();
  }
  await measureRoutes(rounds);
  await measureWriting(texts);
}
