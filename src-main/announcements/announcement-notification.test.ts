import { beforeEach, expect, it, vi } from "vitest";
import type { Announcement } from "#shared/api/announcements.ts";
import { languages, type Language } from "#shared/languages.ts";
import { Notification } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { showNotifications } = await import("./announcement-notification.ts");

const open = vi.fn();
const announcement = (id: string, title = `Title of ${id}`): Announcement => ({
  id,
  title,
  body: "**Markdown** <b>and more</b>",
  publishedAt: "2026-11-02T10:00:00Z",
});
const many = (count: number) => Array.from({ length: count }, (_, i) => announcement(String(i)));
/** Shows announcements and returns the notifications. */
const shownOf = (news: Announcement[], language: Language = "en") => {
  showNotifications(news, language, open);
  return Notification.shown.map(({ options }) => options);
};

beforeEach(() => {
  Notification.shown = [];
  open.mockClear();
});

it("up to three announcements are shown with their titles", () => {
  const titles = shownOf(many(3)).map(({ title }) => title);
  expect(titles).toEqual(["Title of 0", "Title of 1", "Title of 2"]);
});

it("the body is a label in the user's language, never a text of the API", () => {
  expect(shownOf([announcement("a")], "pl")).toMatchObject([{ body: "Nowe ogłoszenie" }]);
});

it.each([
  ["en", 4, "4 new announcements"],
  ["pl", 4, "4 nowe ogłoszenia"],
  ["pl", 5, "5 nowych ogłoszeń"],
  ["pl", 22, "22 nowe ogłoszenia"],
] as const)("in %s %i announcements are shown as one notification: %s", (language, count, text) => {
  expect(shownOf(many(count), language)).toMatchObject([{ title: text }]);
  Notification.shown[0]?.emit("click");
  expect(open).toHaveBeenCalledExactlyOnceWith("/announcements");
});

it("a click opens its own announcement", () => {
  shownOf([announcement("first"), announcement("a/../b c")]);
  for (const notification of Notification.shown) notification.emit("click");
  expect(open.mock.calls).toEqual([["/announcements#first"], ["/announcements#a%2F..%2Fb%20c"]]);
});

it.each([
  ["two\n\tlines\u0007\u0000", "two lines"],
  ["<b>bold</b> & more", "<b>bold</b> & more"],
  ["🐕".repeat(500), `${"🐕".repeat(119)}…`],
  ["x".repeat(120), "x".repeat(120)],
])("the title %j is shown as one plain line; it breaks if it is not bounded", (title, shown) => {
  expect(shownOf([announcement("a", title)])).toMatchObject([{ title: shown }]);
});

it.each(languages)("a blank title is replaced by a label in %s", (language) => {
  expect(shownOf([announcement("a", " \n")], language)[0]?.["title"]).toMatch(/\S/);
});
