import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { _electron, type Page } from "@playwright/test";
import { buildShell } from "#api/cli/build/build-shell.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { chooseElectron } from "../fixtures/electron-runtime.ts";
import { asUnwatched, startPortal } from "./measured-portal.ts";
import { inNewPlace } from "./places.ts";
import { elapsed, numbers, printHead, report, type Sample } from "./samples.ts";

/** Longest allowed start, as a multiple of the start of an empty window. */
const atMost = 1.6;

type StartedApp = {
  /** Folder of the app, with its package.json. */
  path: string;
  environment: Record<string, string>;
  /** Stored values of the new data folder. */
  stored: object;
  /** Resolves once its window can be used. */
  usable: (page: Page) => Promise<unknown>;
};

const emptyWindow: StartedApp = {
  path: fileURLToPath(new URL("empty-window", import.meta.url)),
  environment: {},
  stored: {},
  usable: (page) => page.waitForURL("app://portal/", { waitUntil: "load" }),
};

/**
 * Waits until a page's heading is painted and a click on a link of its menu would arrive there. The page
 * checks this in every frame: Playwright's locators look again only after up to 500 ms.
 */
const untilUsable = (page: Page, menu: string) =>
  page.waitForFunction((inMenu) => {
    const heading = document.querySelector("h1");
    const link = document.querySelector(`${inMenu} a[href]`);
    if (!heading?.checkVisibility() || !link?.checkVisibility()) return false;
    const { x, y, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }, menu);

/** The app as a visitor starts it, or with the token of somebody who logged in earlier. */
const desktopApp = (apiOrigin: string, token: string | null): StartedApp => ({
  path: fileURLToPath(new URL("../..", import.meta.url)),
  environment: { PORTAL_API_ORIGIN: apiOrigin },
  stored: token === null ? {} : { token: { plain: token } },
  usable: (page) => untilUsable(page, token === null ? "header" : "nav"),
});

/** Starts an app with a data folder, ends it again, and returns the ms until its window could be used. */
async function startOnce({ path, environment, usable }: StartedApp, folder: string) {
  const noSandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = [`--user-data-dir=${folder}`, asUnwatched, ...noSandbox, path];
  const env = { ...(process.env as Record<string, string>), ...environment }; // a process's variables are texts
  await using opened = new AsyncDisposableStack();
  return await elapsed(async () => {
    const app = await _electron.launch({ args, env });
    opened.defer(() => app.close());
    await usable(await app.firstWindow());
  });
}

/** Returns the ms of a first start with a new data folder, and of a second one with the same. */
async function startTwice(app: StartedApp): Promise<[first: number, second: number]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-desktop-"));
  try {
    await writeFile(join(folder, "config.json"), JSON.stringify(app.stored));
    return [await startOnce(app, folder), await startOnce(app, folder)];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts an app and the empty window alternately. */
async function measure(app: StartedApp, pairs: number): Promise<Record<"first" | "again", Sample>> {
  const [first, again] = [
    { ours: [] as number[], bare: [] as number[] },
    { ours: [] as number[], bare: [] as number[] },
  ];
  await startTwice(app); // not counted: fills the file cache
  for (let pair = 0; pair < pairs; pair++) {
    for (const [key, started] of [["ours", app] as const, ["bare", emptyWindow] as const]) {
      const [ms, second] = await startTwice(started);
      first[key].push(ms);
      again[key].push(second);
    }
  }
  return { first, again };
}

/**
 * Measures how long the desktop app takes to its first usable screen (the start page's heading is shown, a
 * menu link can be clicked), compared with an empty window on the same runtime, alternately: with a new data
 * folder, with that of an earlier start, and with the token of a member.
 *
 * @param options `--pairs 8`: number of pairs
 */
export async function benchDesktop(options: string[]): Promise<void> {
  const { pairs } = numbers(options, { pairs: 8 });
  const runtime = chooseElectron();
  await buildShell(defaultBrandDir);
  await inNewPlace(null, async (place) => {
    const portal = await startPortal(place);
    const visitor = await measure(desktopApp(portal.origin, null), pairs);
    const member = await measure(desktopApp(portal.origin, await portal.signIn("member")), pairs);
    printHead(`ms to the first usable screen, on ${runtime.name}`, "empty");
    report("first start", visitor.first, { atMost });
    report("second start", visitor.again, { atMost });
    report("second start, logged in", member.again, { atMost });
    await portal.close();
  });
}
