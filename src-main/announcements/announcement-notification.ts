import { Notification } from "electron";
import type { Announcement } from "#shared/api/announcements.ts";
import { pluralForm } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "../desktop-texts.ts";
import { iconFile } from "../folders.ts";

/** More announcements than this are shown as one notification with their number. */
const maxAtOnce = 3;
/** Characters of a title. Longer titles are cut, as most systems would. */
const maxTitleLength = 120;
/** Number of notifications whose clicks still work. */
const maxShown = 20;

/** Electron emits no clicks for a notification that was garbage collected. */
let shown: Notification[] = [];

/** Returns whether this system shows notifications. Requires the app to be ready. */
export const canNotify = (): boolean => Notification.isSupported();

/** Shortens a text of the API to one line of limited length. */
function plainLine(text: string): string {
  const characters = Array.from(text.replace(/[\p{Cc}\s]+/gu, " ").trim());
  if (characters.length <= maxTitleLength) return characters.join("");
  return `${characters.slice(0, maxTitleLength - 1).join("")}…`;
}

/** Shows a notification. Texts of the API are used as titles only: Linux interprets markup in bodies. */
export function showNotification(
  texts: { title: string; body?: string },
  onClick: () => void,
): void {
  const notification = new Notification({ ...texts, icon: iconFile });
  shown = [...shown, notification].slice(-maxShown);
  notification.on("click", onClick);
  notification.show();
}

/** Returns the text for a count: `new_one`, `new_few` and so on. Polish has more plural forms than English. */
export function countText(
  texts: Record<string, string>,
  key: string,
  count: number,
  language: Language,
): string {
  const text = texts[`${key}_${pluralForm(count, language)}`] ?? texts[`${key}_other`] ?? "";
  return text.replace("{{count}}", String(count));
}

/**
 * Shows new announcements as notifications, oldest first. A click opens the announcement's path.
 */
export function showNotifications(
  news: readonly Announcement[],
  language: Language,
  open: (path: string) => void,
): void {
  const { announcements: t } = textsIn(language);
  const page = routePath("announcements");
  if (news.length > maxAtOnce) {
    showNotification({ title: countText(t, "new", news.length, language) }, () => open(page));
    return;
  }
  for (const { id, title } of news) {
    showNotification({ title: plainLine(title) || t.label, body: t.label }, () =>
      open(`${page}#${encodeURIComponent(id)}`),
    );
  }
}
