import type { Page, Request } from "@playwright/test";
import { newPlaces } from "../fixtures/places.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

/** Widths that layouts are made for, with the heights of usual windows, in px. */
const shiftSizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/** Sum of all layout shifts of a page load that counts as good; Chrome's limit for "good" is 0.1. */
const allowedShift = 0.05;

/** Delays answers as a connection in the country does, with fonts last. */
async function slowConnection(portal: Portal): Promise<void> {
  const session = await portal.page.context().newCDPSession(portal.page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  portal.faults.add({ path: /\.woff2$/, delay: 500 });
  portal.faults.add({ path: /^\/assets\/.*\.js$/, delay: 60 });
  portal.faults.add({ path: /^\/api\/(?!flags\/eval)/, delay: 250 });
}

type Shift = { value: number; moved: string[] };

/** Returns all layout shifts of the document since it was loaded, without those that follow input. */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const name = ({ node, previousRect: from, currentRect: to }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = (element?.textContent ?? "").slice(0, 40);
      return `${element?.tagName} "${text}" ${from.y}+${from.height} to ${to.y}+${to.height}`;
    };
    const entries = await new Promise<Entry[]>((resolve) => {
      const seen: Entry[] = [];
      const observer = new PerformanceObserver((list) => {
        seen.push(...(list.getEntries() as Entry[])); // the type that it observes
      });
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(seen), 50);
    });
    return entries
      .filter((entry) => !entry.hadRecentInput)
      .map(({ value, sources }) => ({ value, moved: sources.map(name) }));
  });
}

/** ms without anything loading after which a page counts as loaded. */
const quietFor = 500;

/**
 * Follows what a page loads from now on. Returns what resolves once nothing has been loading for a while, but for streams
 * of events, which stay open.
 */
function watchLoading(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  let changedAt = Date.now();
  const note = (request: Request, isLoading: boolean) => {
    if (request.resourceType() === "eventsource" || request.url().endsWith("/stream")) return;
    if (isLoading) loading.add(request);
    else loading.delete(request);
    changedAt = Date.now();
  };
  const begin = (request: Request) => note(request, true);
  const end = (request: Request) => note(request, false);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return async () => {
    const quiet = () => loading.size === 0 && Date.now() - changedAt > quietFor;
    await expect.poll(quiet, "still loading").toBe(true);
    page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  };
}

/** Loads a path and returns the sum of its layout shifts, with what moved. */
async function layoutShift(portal: Portal, path: string) {
  const { page } = portal;
  const untilLoaded = watchLoading(page);
  await portal.open(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByLabel(/^(Loading|Wczytywanie)…$/)).toHaveCount(0);
  await untilLoaded();
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return {
    sum,
    moved: shifts.flatMap(({ value, moved }) => moved.map((m) => `${value.toFixed(3)} ${m}`)),
  };
}

/** Addresses that the list of places does not have. */
const further = {
  visitor: [],
  user: ["/subscribe/yearly", "/dashboard?tab=account", "/dashboard?tab=dogs"],
  member: ["/dashboard?tab=account", "/dashboard?tab=dogs"],
  admin: ["/dashboard?tab=account"],
};

type Size = (typeof shiftSizes)[number];

/** Loads each path, over a connection that is slow, and expects that nothing jumps. */
async function expectSteady(portal: Portal, paths: readonly string[], { width, height }: Size) {
  await portal.resize({ width, height });
  for (const path of paths) {
    await test.step(`${path} at ${width} px`, async () => {
      const { sum, moved } = await layoutShift(portal, path);
      expect
        .soft(sum, `${path} at ${width} px: ${moved.join("; ")}`)
        .toBeLessThanOrEqual(allowedShift);
    });
  }
}

const [phone, desktop] = shiftSizes;

test("nothing jumps where a renewal that was not paid is asked for @exhaustive", async ({
  portal,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member", card: "failsAtRenewal" }));
  await portal.forward("1 month");
  await slowConnection(portal);
  const paths = ["/dashboard", "/membership", "/subscription", "/videos"];
  for (const size of [phone, desktop]) await expectSteady(portal, paths, size);
});

/** Sum of the shifts of a page whose fonts come late: the fallbacks take the same room. */
const allowedFontShift = 0.02;

/** Returns the fonts of ours that a page shows, by family and weight. */
const shownFonts = (portal: Portal) =>
  portal.page.evaluate(() =>
    [...document.fonts]
      .filter(({ status, family }) => status === "loaded" && !family.includes("Fallback"))
      .map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`),
  );

test("nothing jumps when the fonts come two seconds late @exhaustive", async ({ portal }) => {
  const session = await portal.page.context().newCDPSession(portal.page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  portal.faults.add({ path: /\.woff2$/, delay: 2_000 });
  for (const size of [phone, desktop]) {
    await portal.resize(size);
    for (const path of ["/", "/articles", "/memberships", "/about", "/login"]) {
      const { sum, moved } = await layoutShift(portal, path);
      expect
        .soft(sum, `${path} at ${size.width} px: ${moved.join("; ")}`)
        .toBeLessThanOrEqual(allowedFontShift);
      expect
        .soft(await shownFonts(portal))
        .toEqual(["Source Sans 3 400 700", "Brygada 1918 600 700"]);
    }
  }
});

test.describe("every page", () => {
  test.skip(
    ({ build }) => build === "desktop",
    "the desktop app shows the same pages, and visiting all of them takes minutes",
  );

  for (const kind of ["visitor", "user", "member", "admin"] as const) {
    const title = `nothing jumps while any page that a ${kind} has first loads slowly`;
    test(title, { tag: "@exhaustive" }, async ({ portal }) => {
      test.setTimeout(360_000);
      portal.expectFailures(404);
      if (kind !== "visitor") await portal.signIn(await portal.createUser({ kind }));
      await slowConnection(portal);
      const paths = [...newPlaces[kind].map(({ path }) => path), ...further[kind]];
      for (const [size, language] of [
        [phone, "pl"],
        [desktop, "en"],
      ] as const) {
        await portal.stored.set("language", language);
        await expectSteady(portal, paths, size);
      }
    });
  }
});
