import type { Browser, Page } from "@playwright/test";
import common from "#locales/en/common.json" with { type: "json" };

/** What the page itself measures, in ms of its time. */
type Vitals = {
  firstPaint: number;
  largestPaint: number;
  /** Sum of all layout shifts without an interaction. */
  shifts: number;
  /** Durations of the events of an interaction, each to the next paint. */
  interactions: number[];
};

declare global {
  interface Window {
    vitals: Vitals;
  }
}

/** A phone of the middle class on a slow 4G network, with the figures that Lighthouse applies by devtools. */
const phone = {
  screen: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  network: {
    offline: false,
    latency: 150 * 3.75,
    downloadThroughput: (1638.4 * 0.9 * 1024) / 8,
    uploadThroughput: (750 * 0.9 * 1024) / 8,
  },
  slowedProcessor: 4,
};

/** ms without a request after which a visit is over. */
const quiet = 5_000;
/** ms after which a visit is over in any case. */
const longest = 40_000;
/** Long tasks block the main thread for what they take beyond this, in ms. */
const unnoticed = 50;
/** Name that Chromium's traces have for a task of a thread. */
const task = "ThreadControllerImpl::RunTask";

/** Runs in the page, before everything else. */
function observe(): void {
  const vitals: Vitals = {
    firstPaint: 0,
    largestPaint: 0,
    shifts: 0,
    interactions: [],
  };
  window.vitals = vitals;
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === "event" && { durationThreshold: 16 }),
    });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") vitals.firstPaint = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => void (vitals.largestPaint = startTime));
  on("layout-shift", (entry) => {
    // Chromium's types of these two entries are not in lib.dom.
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      hadRecentInput: boolean;
      value: number;
    };
    if (!hadRecentInput) vitals.shifts += value;
  });
  on("event", (entry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId > 0) vitals.interactions.push(entry.duration);
  });
}

/** Runs a visit with an empty cache on the slow phone. */
async function onPhone<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(phone.screen);
  context.setDefaultTimeout(120_000); // a machine that is busy with something else
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", phone.network);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: phone.slowedProcessor });
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Resolves once the page has made no request for 5 s. */
async function becomesQuiet(page: Page): Promise<void> {
  const begin = performance.now();
  let busyUntil = begin;
  const isBusy = () => void (busyUntil = performance.now());
  page.on("request", isBusy);
  page.on("requestfinished", isBusy);
  while (performance.now() - busyUntil < quiet && performance.now() - begin < longest)
    await page.waitForTimeout(200);
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** µs, as `tdur`, what the thread had of the processor. */
  ts: number;
  tdur?: number;
};

/**
 * Returns the ms for which tasks block the main thread after the first paint. Counts what the thread had of the
 * processor: on a busy machine a task takes longer on the clock while other processes have their turn.
 */
function blockedTime(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }; // written by Chromium
  const paint = traceEvents.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error("The trace has no first paint.");
  return traceEvents
    .filter(({ name, pid, tid }) => name === task && pid === paint.pid && tid === paint.tid)
    .filter(({ ts }) => ts >= paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - unnoticed), 0);
}

/** ms; `shifts` has no unit. */
export type Visit = { largestPaint: number; blocked: number; shifts: number };

/** Loads a page while Chromium traces it, which slows it down a little. */
async function openTraced(browser: Browser, page: Page, address: string): Promise<void> {
  await browser.startTracing(page, { categories: ["-*", "toplevel", "loading"] });
  await page.goto(address, { waitUntil: "load" });
}

/** Visits a page and waits until it is quiet, the take-over by the app included. */
export const visit = (browser: Browser, address: string): Promise<Visit> =>
  onPhone(browser, async (page) => {
    await openTraced(browser, page, address);
    await becomesQuiet(page);
    const { largestPaint, shifts } = await page.evaluate(() => window.vitals);
    return { largestPaint, shifts, blocked: blockedTime(await browser.stopTracing()) };
  });

/** Visits a page that has no scripts. Returns the ms until its largest paint. */
export const visitStatic = (browser: Browser, address: string): Promise<number> =>
  onPhone(browser, async (page) => {
    await openTraced(browser, page, address); // as the page that it is compared with
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(1_000); // for a last paint
    await browser.stopTracing();
    return page.evaluate(() => window.vitals.largestPaint);
  });

/** Taps the menu button as soon as it is painted. Returns the ms until the next paint. */
export const tapMenu = (browser: Browser, address: string): Promise<number> =>
  onPhone(browser, async (page) => {
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => window.vitals.firstPaint > 0, null, { polling: 16 });
    await page.getByRole("button", { name: common.openMenu }).tap();
    await page.locator(":popover-open, [role=dialog]").getByRole("link").first().waitFor();
    await page.waitForTimeout(500); // entries come after the paint
    return page.evaluate(() => Math.max(0, ...window.vitals.interactions));
  });
