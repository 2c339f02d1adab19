import type { PageSession } from "../page/page-session.ts";
import { assertAlive, strictObject, type Destroyable } from "../strict.ts";

type History = { currentIndex: number; entries: { id: number; url: string }[] };

const read = (page: PageSession): Promise<History> => page.send("Page.getNavigationHistory");

const isEmptyPage = (entry: { url: string } | undefined) => entry?.url === "about:blank";

/** Removes the empty page that every Chromium window starts with from the history. */
export async function forgetEmptyPage(page: PageSession): Promise<void> {
  try {
    const { currentIndex, entries } = await read(page);
    const isBefore = currentIndex === 1 && entries.length === 2 && isEmptyPage(entries[0]);
    if (isBefore) await page.send("Page.resetNavigationHistory");
  } catch {} // it is gone
}

/** Creates `webContents.navigationHistory` with the functions that a menu needs. */
export function makeNavigationHistory(contents: Destroyable, ready: () => Promise<PageSession>) {
  async function move(steps: number): Promise<void> {
    const page = await ready();
    const { currentIndex, entries } = await read(page);
    const entry = entries[currentIndex + steps];
    if (!entry || isEmptyPage(entry)) return;
    await page.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  }
  function go(steps: number): void {
    assertAlive(contents);
    move(steps).catch(() => {}); // the page is gone
  }
  return strictObject("NavigationHistory", {
    goBack: (): void => go(-1),
    goForward: (): void => go(1),
  });
}
