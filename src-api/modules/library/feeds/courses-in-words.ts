import { courseBlocks, parseCourse } from "#shared/course.ts";
import { describeCourse } from "#shared/course-words.ts";
import { formatNumber } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";

/** Returns what stands in a set-up, with its caption first; null for one that cannot be drawn. */
export function courseInWords(
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
  body.replaceAll(courseBlocks, (block, indent: string, _fence, text: string) => {
    const words = courseInWords(text, language);
    if (!words) return block;
    const lines = words.lines.map((line) => `${indent}- ${escaped(line)}`);
    return [`${indent}**${escaped(words.caption)}**`, "", ...lines].join("\n");
  });
