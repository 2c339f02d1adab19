import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { buildRendererIfStale } from "../../src-api/cli/build/build-renderer.ts";
import { readConfig } from "../../src-api/config.ts";
import { builtRenderer, startServer } from "../../src-api/server.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { publishMany } from "../fixtures/many-entries.ts";
import { quantile } from "./bench-statistics.ts";
import { launchBrowser, openDevice } from "./measured-portal.ts";

/** Times that the processor is slowed down. */
const slowdown = 4;
/** ms that the list is scrolled, and px a second. */
const duration = 6_000;
const speed = 1_500;
/** Most entries that may be rendered. */
const mostRendered = 150;

type Scrolled = { frames: number[]; rendered: number };

/** Scrolls evenly for a while. Returns the ms between frames, and the most entries that were rendered. */
const scroll = (page: Page): Promise<Scrolled> =>
  page.evaluate(
    ([lasts, pace]) =>
      new Promise<Scrolled>((resolve) => {
        const frames: number[] = [];
        const begin = performance.now();
        const from = window.scrollY;
        let [last, rendered] = [begin, 0];
        const step = () => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          rendered = Math.max(rendered, document.querySelectorAll("main li[aria-posinset]").length);
          window.scrollTo(0, from + ((now - begin) * pace) / 1000);
          if (now - begin < lasts) requestAnimationFrame(step);
          else resolve({ frames: frames.slice(1), rendered });
        };
        requestAnimationFrame(step);
      }),
    [duration, speed] as const,
  );

/** Replaces the page by a list as long, of the fewest cards that fill the window: texts that move with the scrolling. */
const showBare = (page: Page) =>
  page.evaluate(() => {
    const main = document.createElement("main");
    main.style.cssText = "position:relative;height:5000000px";
    const rows = Array.from({ length: 5 }, () => document.createElement("p"));
    main.append(...rows);
    document.body.replaceChildren(main);
    window.scrollTo(0, 0);
    addEventListener("scroll", () => {
      const first = Math.floor(window.scrollY / 400);
      rows.forEach((row, at) => {
        row.style.cssText = `position:absolute;top:${(first + at) * 400}px;height:400px`;
        row.textContent = `Entry ${first + at}`;
      });
    });
  });

async function report(page: Page, name: string): Promise<Scrolled & { rate: number }> {
  const { frames, rendered } = await scroll(page);
  const rate = frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000);
  console.log(
    `${name.padEnd(12)} ${rate.toFixed(1)} frames/s, p95 ${quantile(frames, 0.95).toFixed(1)} ms a frame, ` +
      `at most ${rendered} entries`,
  );
  return { frames, rendered, rate };
}

/** Loads the list, lets it be long, and scrolls it; then a bare one. Returns whether the targets are met. */
async function measure(origin: string, token: string, count: number): Promise<boolean> {
  const browser = await launchBrowser();
  try {
    const { page } = await openDevice(browser, token);
    await page.goto(`${origin}/articles`);
    await page.getByRole("button", { name: "Show more" }).click();
    await page.locator("[aria-posinset='13'] a").waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const ours = await report(page, "long list");
    await showBare(page);
    const bare = await report(page, "bare list");
    const share = ours.rate / bare.rate;
    console.log(
      `${count} entries, processor ${slowdown} times slower: ${(share * 100).toFixed(0)} % of the frames of a bare list ` +
        `(target 90), at most ${ours.rendered} entries rendered (target ${mostRendered})`,
    );
    return share >= 0.9 && ours.rendered <= mostRendered;
  } finally {
    await browser.close();
  }
}

/** Scrolls a list of so many entries in the browser. Returns whether the targets are met. */
export async function measureScrolling(count: number): Promise<boolean> {
  await buildRendererIfStale(builtRenderer, () => console.log("Building the interface…"));
  const dataDir = await mkdtemp(join(tmpdir(), "bench-scroll-"));
  const api = await startServer(readConfig({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" }));
  try {
    await publishMany(api.portal.database, count);
    const { token } = await createTestUser(api.portal, "member");
    return await measure(api.origin, token, count);
  } finally {
    await api.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
