import { Notification } from "electron";
import type { Announcement } from "../src-shared/api/announcements.ts";
import { pluralForm } from "../src-shared/formats.ts";
import type { Language } from "../src-shared/languages.ts";
import { routePath } from "../src-shared/routes.ts";
import { textsIn } from "./desktop-texts.ts";
import { iconFile } from "./folders.ts";

/** More than these come as one notification that counts them. */
const mostAtOnce = 3;
/** Characters of a title; what is longer is cut, as most systems would. */
const longestTitle = 120;
/** Notifications whose clicks are still heard. */
const mostKept = 20;

/** Electron hears no clicks on a notification once the garbage collector has taken it. */
let kept: Notification[] = [];

/** Whether this system shows notifications. To be asked once the app is ready. */
export const canNotify = (): boolean => Notification.isSupported();

/** A text of the API as one line of bounded length. */
function plainLine(text: string): string {
  const characters = Array.from(text.replace(/[\p{Cc}\s]+/gu, " ").trim());
  if (characters.length <= longestTitle) return characters.join("");
  return `${characters.slice(0, longestTitle - 1).join("")}…`;
}

/** Texts of the API are titles only: Linux reads markup in bodies. */
function show(texts: { title: string; body?: string }, onClick: () => void): void {
  const notification = new Notification({ ...texts, icon: iconFile });
  kept = [...kept, notification].slice(-mostKept);
  notification.on("click", onClick);
  notification.show();
}

/**
 * Shows new announcements, oldest first, as notifications in a language. A click on one opens the
 * path of its announcement.
 */
export function notifyOf(
  news: readonly Announcement[],
  language: Language,
  open: (path: string) => void,
): void {
  const { announcements: t } = textsIn(language);
  const page = routePath("announcements");
  if (news.length > mostAtOnce) {
    const forms: Record<string, string> = t; // Polish has more of them than English
    const text = forms[`new_${pluralForm(news.length, language)}`] ?? t.new_other;
    show({ title: text.replace("{{count}}", String(news.length)) }, () => open(page));
    return;
  }
  for (const { id, title } of news) {
    show({ title: plainLine(title) || t.label, body: t.label }, () =>
      open(`${page}#${encodeURIComponent(id)}`),
    );
  }
}
