import { chromium, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { buildRendererIfStale } from "#api/cli/build/build-renderer.ts";
import { readConfig } from "#api/config.ts";
import { startServer } from "#api/server.ts";
import { storedValues } from "#shared/stored-values.ts";
import { browserPath } from "../browser-path.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { inNewPlace, type Place } from "./places.ts";

/** Starts the portal with its demo, on loopback. `signIn` returns the token of a new user; `query` runs one that reads nothing. */
export async function startPortal({ dataDir, databaseUrl }: Place) {
  await buildRendererIfStale(() => console.log("Building the interface…"));
  const api = await startServer(
    readConfig({
      PORT: "0",
      SEED_DEMO: "1",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      LOG_LEVEL: "error",
    }),
  );
  const signIn = async (kind: "member" | "admin") => (await createTestUser(api.portal, kind)).token;
  const query = () => api.portal.database.execute(sql`select 1`);
  return { origin: api.origin, signIn, query, close: () => api.close() };
}

export type MeasuredPortal = Awaited<ReturnType<typeof startPortal>>;

/**
 * A switch of Chromium, without which measuring costs what users do not pay: while somebody watches a page
 * by devtools, V8 looks for the line of every error that is created, and for that parses the file a second
 * time. React alone creates three when it starts.
 */
export const asUnwatched = "--js-flags=--no-enable-lazy-source-positions";

/** Starts a portal with its demo on PGlite, and the browser of the specs, and closes both after use. */
export const inBrowser = (use: (portal: MeasuredPortal, browser: Browser) => Promise<void>) =>
  inNewPlace(null, async (place) => {
    const portal = await startPortal(place);
    const browser = await chromium.launch({
      executablePath: browserPath() ?? chromium.executablePath(),
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), asUnwatched],
    });
    try {
      await use(portal, browser);
    } finally {
      await browser.close();
      await portal.close();
    }
  });

/** Opens a page of a device with an empty cache that holds a token, or none, uses it and closes it. */
export async function onDevice<Result>(
  browser: Browser,
  { token, ...options }: BrowserContextOptions & { token?: string },
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(180_000); // a machine that is busy with something else
  if (token) {
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storedValues.token.key,
      token,
    ] as const);
  }
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Slows the processor of a page down, as that of a phone is. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

declare global {
  interface Window {
    /** Names and durations of events of interactions in ms, each to the next paint; those under 16 ms are missing. */
    interactions: [name: string, ms: number][];
  }
}

/** Records the interactions with a page from its next load on. Returns how to read them. */
export async function recordInteractions(page: Page) {
  await page.addInitScript(() => {
    window.interactions = [];
    new PerformanceObserver((list) => {
      // Chromium's type of these entries is not in lib.dom.
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) window.interactions.push([entry.name, entry.duration]);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  return async (pattern: RegExp): Promise<number[]> => {
    await page.waitForTimeout(500); // entries come after the paint
    const all = await page.evaluate(() => window.interactions);
    return all.filter(([name]) => pattern.test(name)).map(([, ms]) => ms);
  };
}
