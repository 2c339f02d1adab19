import type { PageSession } from "./page-session.ts";
import { strictObject } from "./strict.ts";

/** `webContents.navigationHistory`, as far as a menu needs it. */
export function makeNavigationHistory(ready: () => Promise<PageSession>) {
  async function go(steps: number): Promise<void> {
    const page = await ready();
    const { currentIndex, entries } = await page.send("Page.getNavigationHistory");
    const entry = entries[currentIndex + steps];
    if (entry) await page.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  }
  return strictObject("NavigationHistory", {
    goBack: (): void => void go(-1).catch(() => {}), // the page is gone
    goForward: (): void => void go(1).catch(() => {}),
  });
}
