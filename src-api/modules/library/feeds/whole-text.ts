import type { Cover, Entry } from "#shared/api/library.ts";
import { maxBodyLength } from "#shared/api/studio.ts";
import { formatNumber } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { html, Html } from "#api/infra/html.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { renderMarkdown } from "#api/infra/markdown/render-markdown.ts";
import { parseCourse, replaceCourses } from "#shared/course.ts";
import { describeCourse } from "#shared/course-words.ts";

/** Describes a drawn set-up in words; null for one that cannot be drawn. */
function courseInWords(
  text: string,
  language: Language,
): { caption: string; lines: string[] } | null {
  const course = parseCourse(text);
  if ("problem" in course) return null;
  const t = textsIn(language);
  const number = (value: number) => formatNumber(value, language);
  const { width, height, caption } = course;
  return {
    caption: caption || t("course:title", { width: number(width), height: number(height) }),
    lines: describeCourse(course, {
      text: (key, values) => t(`course:${key}`, values ?? {}),
      number,
    }),
  };
}

const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`);

/** Returns Markdown whose set-ups are lists in words: feed readers show no drawings. */
export const coursesInWords = (body: string, language: Language): string =>
  replaceCourses(body, ({ indent, course }) => {
    const words = courseInWords(course, language);
    if (!words) return null;
    const lines = words.lines.map((line) => `${indent}- ${escaped(line)}`);
    return [`${indent}**${escaped(words.caption)}**`, "", ...lines].join("\n");
  });

type View = { language: Language; origin: string; page: string };

const image = (
  { src, alt, language }: Pick<Cover, "src" | "alt" | "language">,
  { origin }: View,
): Html => html`<img src="${origin}${src}" alt="${alt}" lang="${language}" />`;

/** A video is watched on its page: addresses of media are signed for a session and expire. */
function videoLink({ cover, video }: Entry, view: View): Html | null {
  if (!video) return null;
  const { language, page } = view;
  return html`<p>
      <a href="${page}">${image(cover ?? { src: video.poster, alt: "", language }, view)}</a>
    </p>
    <p><a href="${page}">${textsIn(language)("descriptions:feed.watch")}</a></p>`;
}

/** The picture that an entry has as its cover; that of a video leads to its page already. */
function coverPicture({ cover, video }: Entry, view: View): Html | null {
  if (!cover || video) return null;
  return html`<p>${image(cover, view)}</p>`;
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

/** Says what stands where in the set-up of a session. */
function setUp(course: string, language: Language): Html | null {
  const words = courseInWords(course, language);
  return (
    words &&
    html`<p>${words.caption}</p>
      <ul>
        ${words.lines.map((line) => html`<li>${line}</li>`)}
      </ul>`
  );
}

function weekList({ weeks }: Entry, { language }: View): Html | null {
  if (!weeks) return null;
  const t = textsIn(language);
  const sessions = (week: (typeof weeks)[number]) =>
    week.sessions.map(
      ({ title, minutes, description, course }) =>
        html`<li>
          <strong>${title}</strong> (${t("library:minutesShort", { minutes })}): ${description}
          ${course === undefined ? null : setUp(course, language)}
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

/** Returns the body of an entry as HTML; its summary and a link where the body is too long, or takes too long to render. */
async function bodyOf({ body, summary }: Entry, { page, language }: View): Promise<Html> {
  const rendered =
    body.length > maxBodyLength ? null : await renderMarkdown(coursesInWords(body, language), page);
  if (rendered !== null) return new Html(rendered);
  return html`<p>${summary}</p>
    <p><a href="${page}">${textsIn(language)("descriptions:feed.read")}</a></p>`;
}

/** Returns the whole text of an entry as HTML, without anything that needs a session or a script. */
export async function wholeText(entry: Entry, view: View): Promise<string> {
  const body = await bodyOf(entry, view);
  return html`${videoLink(entry, view)} ${coverPicture(entry, view)} ${ingredientList(entry, view)}
  ${body} ${weekList(entry, view)}`.markup.trim();
}
