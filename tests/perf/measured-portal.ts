import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { buildRendererIfStale } from "#api/cli/build/build-renderer.ts";
import { readConfig } from "#api/config.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { startServer } from "#api/server.ts";
import { storedValues } from "#shared/stored-values.ts";
import { browserPath } from "../browser-path.ts";
import { createTestUser } from "../fixtures/accounts.ts";

/** Starts the portal with its demo, on loopback. `token` is that of a new user. */
export async function startPortal(kind: "member" | "admin" = "member") {
  const dataDir = await mkdtemp(join(tmpdir(), "measured-"));
  const api = await startServer(readConfig({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" }));
  const { token } = await createTestUser(api.portal, kind);
  const close = async () => {
    await api.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { origin: api.origin, token, close };
}

/**
 * A switch of Chromium, without which measuring costs what users do not pay: while somebody watches a page
 * by devtools, V8 looks for the line of every error that is created, and for that parses the file a second
 * time. React alone creates three when it starts.
 */
export const asUnwatched = "--js-flags=--no-enable-lazy-source-positions";

/** Starts the browser of the specs. */
export const launchBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath() ?? chromium.executablePath(),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), asUnwatched, ...args],
  });

/** Opens an empty page of a device with an empty cache that holds a token, or none. */
export async function openDevice(browser: Browser, token: string | null) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(180_000); // a machine that is busy with something else
  if (token) {
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storedValues.token.key,
      token,
    ] as const);
  }
  return { page: await context.newPage(), close: () => context.close() };
}

/** Runs a measurement in the built portal as a member, at a path, until its heading is shown. */
export async function measureAsMember<Result>(
  path: string,
  measure: (page: Awaited<ReturnType<typeof openDevice>>["page"]) => Promise<Result>,
  args: string[] = [],
): Promise<Result> {
  await buildRendererIfStale(defaultBrandDir, () => console.log("Building the interface…"));
  const [portal, browser] = await Promise.all([startPortal(), launchBrowser(args)]);
  try {
    const { page } = await openDevice(browser, portal.token);
    page.setDefaultTimeout(30_000);
    await page.goto(portal.origin + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    return await measure(page);
  } finally {
    await browser.close();
    await portal.close();
  }
}
