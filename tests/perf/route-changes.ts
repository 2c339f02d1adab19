import type { Browser, Page } from "@playwright/test";
import { onDevice, slowDown, type MeasuredPortal } from "./measured-portal.ts";
import { printHead, report } from "./samples.ts";

/** The CSS selector of the link that is followed (none: a step back in the history), and the heading of its page. */
type Change = { name: string; link?: string; heading: string };

const side = (path: string) => `nav[aria-label="Member area"] a[href="${path}"]`;

/** The changes of a round, one after another. */
const changes: Change[] = [
  { name: "articles", link: side("/articles"), heading: "Articles" },
  {
    name: "an article",
    link: 'main a[href="/articles/building-weave-entries"]',
    heading: "Building weave entries from every angle",
  },
  { name: "back to articles", heading: "Articles" },
  { name: "membership", link: side("/membership"), heading: "Membership" },
  { name: "dashboard", link: 'header a[href="/dashboard"]', heading: "Good to see you" },
];

/** Makes one change and returns the ms until a frame with the new heading was painted. */
async function measureChange(page: Page, { link = "", heading }: Change): Promise<number> {
  const followed = link ? page.locator(link).filter({ visible: true }).first() : null;
  if (followed) {
    await followed.scrollIntoViewIfNeeded();
    await followed.hover(); // as before a click
    await page.waitForTimeout(400); // in which the code of the page arrives
  }
  return page.evaluate(
    ([element, text]) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const check = () => {
          const shown = document.querySelector("h1")?.textContent ?? "";
          if (!shown.startsWith(text)) return requestAnimationFrame(check);
          // The task after a frame's callbacks runs when the frame has been painted.
          return setTimeout(() => resolve(performance.now() - start));
        };
        if (element) (element as HTMLElement).click();
        else history.back();
        requestAnimationFrame(check);
      }),
    [(await followed?.elementHandle()) ?? null, heading] as const,
  );
}

/** Measures changes of the route as a member, on a slow processor: from the click to the painted heading. */
export async function measureRoutes(
  portal: MeasuredPortal,
  browser: Browser,
  rounds: number,
): Promise<void> {
  const samples = new Map<Change, number[]>(changes.map((change) => [change, []]));
  await onDevice(browser, { token: await portal.signIn("member") }, async (page) => {
    await page.goto(`${portal.origin}/dashboard`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await slowDown(page);
    for (let round = 0; round <= rounds; round++) {
      for (const [change, times] of samples) {
        const ms = await measureChange(page, change);
        if (round > 0) times.push(ms); // the first round compiles the code
      }
    }
  });
  printHead("ms, change of the route, processor 4 times slower");
  for (const [{ name }, ours] of samples) report(name, { ours }, { atMost: 100 });
}
