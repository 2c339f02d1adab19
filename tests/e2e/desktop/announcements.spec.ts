import { expect, test } from "../../fixtures/desktop.ts";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";

/** Records the app's notifications from now on instead of showing them. */
const recordNotifications = (desktop: DesktopApp) =>
  desktop.electron.evaluate(({ Notification }) => {
    const shown: object[] = [];
    Reflect.set(globalThis, "shownNotifications", shown);
    Notification.prototype.show = function show() {
      shown.push(this);
    };
  });

const shownTitles = (desktop: DesktopApp) =>
  desktop.electron.evaluate(() => {
    const shown = Reflect.get(globalThis, "shownNotifications") as { title: string }[]; // set above
    return shown.map(({ title }) => title);
  });

test("users who turned notifications on are notified of a new announcement once, and a click opens it @exhaustive", async ({
  portal,
  desktop,
}) => {
  await portal.open("/announcements");
  const notify = portal.page.getByRole("checkbox", { name: /notify/i });
  await expect(notify).not.toBeChecked();
  // Not `check`, which expects the change at once: the box waits for the main process.
  await notify.click();
  await expect(notify).toBeChecked();
  const seen = async () => (await desktop.storeFile())["announcement-notifications"];
  await expect.poll(seen).toMatchObject({ on: true, seen: expect.anything() });
  await desktop.quit();
  const title = `Seesaw repainted ${Date.now()}`;
  await portal.announce({ title, text: "Come and **see** it." });

  const page = await desktop.start();
  await recordNotifications(desktop);
  await expect.poll(() => shownTitles(desktop)).toEqual([title]);
  await desktop.electron.evaluate(() => {
    const [first] = Reflect.get(globalThis, "shownNotifications") as { emit(name: string): void }[]; // as above
    first?.emit("click");
  });
  await portal.expectPath("/announcements", page);
  await expect(page.getByRole("article", { name: title })).toBeVisible();
});
