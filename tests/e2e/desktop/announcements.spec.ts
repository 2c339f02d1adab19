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

test("admins are notified of messages, see their number at the icon and in the tray, and a click opens them @exhaustive", async ({
  portal,
  desktop,
}) => {
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await desktop.quit();
  const page = await desktop.start();
  await recordNotifications(desktop);
  const badge = () => desktop.electron.evaluate(({ app }) => app.getBadgeCount());
  const seen = async () => (await desktop.storeFile())["work-notifications"];
  await expect.poll(seen).toMatchObject({ seen: { messages: expect.any(Number) } });
  const before = await badge();
  await desktop.electron.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      const menu = build(template);
      Reflect.set(menu, "popup", () => menu.getMenuItemById("notify-of-work")?.click());
      return menu;
    };
  });
  await desktop.chooseInMenu("preferences", page);
  await expect.poll(seen).toMatchObject({ on: true });
  const message = {
    name: "Kim",
    email: "kim@example.com",
    subject: "Seesaw",
    message: "Is it painted?",
  };
  const sent = await fetch(portal.address("/api/contact"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  expect(sent.status).toBe(202);
  await desktop.quit();

  const again = await desktop.start();
  await recordNotifications(desktop);
  await expect.poll(badge).toBe(before + 1);
  await expect
    .poll(() => shownTitles(desktop))
    .toEqual([expect.stringMatching(/wait(s)? for an answer$/)]);
  await desktop.electron.evaluate(() => {
    const [first] = Reflect.get(globalThis, "shownNotifications") as { emit(name: string): void }[]; // as above
    first?.emit("click");
  });
  await expect(again).toHaveURL("app://portal/dashboard?section=messages");
});
