import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import brand from "../../resources/brand/en.json" with { type: "json" };
import { median, quantile } from "./bench-statistics.ts";
import { measureAsMember } from "./measured-portal.ts";

/** Factor by which the processor is slowed down, as that of a phone. */
const slowdown = 4;

/** ms between pointing at a link and the click, in which code and data of its page arrive. */
const fetching = 400;

/** ms from the click to the new heading on screen, in the median. */
const target = 100;

type Change = {
  name: string;
  /** CSS selector of the link that is followed; without one the change is a step back in the history. */
  link?: string;
  heading: string;
};

const side = (path: string) => `nav[aria-label="Member area"] a[href="${path}"]`;
const article = "Building weave entries from every angle";

/** The changes of a round, one after another. */
const changes: Change[] = [
  { name: "articles", link: side("/articles"), heading: "Articles" },
  {
    name: "an article",
    link: 'main a[href="/articles/building-weave-entries"]',
    heading: article,
  },
  { name: "back to articles", heading: "Articles" },
  { name: "recipes", link: side("/recipes"), heading: "Recipes" },
  { name: "videos", link: side("/videos"), heading: "Videos" },
  { name: "protocols", link: side("/protocols"), heading: "Protocols" },
  { name: "blog", link: side("/blog"), heading: "Blog" },
  { name: "back to protocols", heading: "Protocols" },
  { name: "membership", link: side("/membership"), heading: "Membership" },
  { name: "about", link: 'header a[href="/about"]', heading: brand.about.headline },
  { name: "dashboard", link: 'header a[href="/dashboard"]', heading: "Good to see you" },
];

/**
 * Makes one change and returns the ms until a frame with the new heading was painted. The pointer comes
 * to the link first, as it does before a click.
 */
async function measureChange(page: Page, { link = "", heading }: Change): Promise<number> {
  if (link) {
    const followed = page.locator(link).first();
    await followed.scrollIntoViewIfNeeded();
    await followed.hover();
    await page.waitForTimeout(fetching);
  }
  return page.evaluate(
    ([selector, text]) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = () => {
          const shown = document.querySelector("h1")?.textContent ?? "";
          if (!shown.startsWith(text)) return requestAnimationFrame(look);
          // The task after a frame's callbacks runs when the frame has been painted.
          return setTimeout(() => resolve(performance.now() - start));
        };
        if (selector) document.querySelector<HTMLAnchorElement>(selector)?.click();
        else history.back();
        requestAnimationFrame(look);
      }),
    [link, heading] as const,
  );
}

async function measureRounds(page: Page, rounds: number): Promise<Map<string, number[]>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const samples = new Map<string, number[]>(changes.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const change of changes) {
      const ms = await measureChange(page, change);
      // The first round is not counted: it compiles the code.
      if (round > 0) samples.get(change.name)?.push(ms);
    }
  }
  return samples;
}

/**
 * Prints the time from the click on a link of the menu, or to an entry, to the painted heading of the
 * next page, and from a step back in the history, on a slowed down processor. Fails above the target.
 *
 * @param options `--rounds 10`: how often each change is measured
 */
export async function benchRoutes(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: "string" } } });
  const rounds = z.parse(z.coerce.number().check(z.int(), z.gte(1)), values.rounds ?? 10);
  const samples = await measureAsMember("/dashboard", (page) => measureRounds(page, rounds));
  console.log(`Click to painted heading, processor slowed down ${slowdown} times,`);
  console.log(
    `${rounds} rounds, ${availableParallelism()} processors; target: median ${target} ms\n`,
  );
  console.log(`${"".padEnd(20)}${["median", "p95"].map((cell) => cell.padStart(10)).join("")}`);
  for (const [name, sample] of samples) {
    const cells = [median(sample), quantile(sample, 0.95)].map((ms) => `${ms.toFixed(0)} ms`);
    const isOver = median(sample) > target;
    if (isOver) process.exitCode = 1;
    console.log(
      name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join("") + (isOver ? "  OVER" : ""),
    );
  }
}
