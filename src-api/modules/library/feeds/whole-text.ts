import type { Entry } from "../../../../src-shared/api/library.ts";
import { formatNumber } from "../../../../src-shared/formats.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { html, type Html } from "../../../infra/html.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import { markdownHtml } from "./markdown-html.ts";

/** Characters of Markdown beyond which a feed has the summary and a link only. */
const longest = 100_000;

type View = { language: Language; origin: string; page: string };

/** A video is watched on its page: addresses of media are signed for a session and expire. */
function videoLink({ video }: Entry, { language, origin, page }: View): Html | null {
  if (!video) return null;
  return html`<p>
      <a href="${page}"><img src="${origin}${video.poster}" alt="" /></a>
    </p>
    <p><a href="${page}">${textsIn(language)("descriptions:feed.watch")}</a></p>`;
}

function ingredientList({ ingredients }: Entry, { language }: View): Html | null {
  if (!ingredients) return null;
  const t = textsIn(language);
  const amount = ({ quantity, unit }: (typeof ingredients)[number]) =>
    t(`recipe:unit.${unit}`, { count: quantity, quantity: formatNumber(quantity, language) });
  return html`<h2>${t("recipe:ingredients")}</h2>
    <ul>
      ${ingredients.map((one) => html`<li>${amount(one)} ${one.name}</li>`)}
    </ul>`;
}

function weekList({ weeks }: Entry, { language }: View): Html | null {
  if (!weeks) return null;
  const t = textsIn(language);
  const sessions = (week: (typeof weeks)[number]) =>
    week.sessions.map(
      ({ title, minutes, description }) =>
        html`<li>
          <strong>${title}</strong> (${t("library:minutesShort", { minutes })}): ${description}
        </li>`,
    );
  return html`${weeks.map(
    (week, at) =>
      html`<h2>${t("library:protocol.week", { number: at + 1 })}: ${week.title}</h2>
        <ul>
          ${sessions(week)}
        </ul>`,
  )}`;
}

/** Images of texts, whose addresses are signed for a session: a feed has their descriptions. */
const images = /!\[([^[\]]*)\]\([^\s()]+-\d+x\d+\.webp\)/g;

/** Returns the whole text of an entry as HTML, without anything that needs a session or a script. */
export function wholeText(entry: Entry, view: View): string {
  const { page, language } = view;
  const body =
    entry.body.length > longest
      ? html`<p>${entry.summary}</p>
          <p><a href="${page}">${textsIn(language)("descriptions:feed.read")}</a></p>`
      : markdownHtml(entry.body.replace(images, "$1"), page);
  return html`${videoLink(entry, view)} ${ingredientList(entry, view)} ${body}
  ${weekList(entry, view)}`.markup.trim();
}
