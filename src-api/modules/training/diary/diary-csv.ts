import { csvText, type Cell } from "#api/infra/csv.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { DiarySession } from "#shared/api/training-diary.ts";
import type { Language } from "#shared/languages.ts";

/** Returns sessions as CSV, in a language. */
export function diaryCsv(sessions: readonly DiarySession[], language: Language): string {
  const texts = textsIn(language);
  const t = (key: string) => texts(`training-diary:${key}`);
  const columns: [name: string, of: (session: DiarySession) => Cell][] = [
    ["date", ({ on }) => on],
    ["dog", ({ dog }) => dog?.name ?? null],
    ["protocol", ({ protocol }) => protocol.title ?? protocol.slug],
    ["session", ({ session }) => session?.title ?? null],
    ["criterion", criterionOf],
    ["result", ({ result }) => t(`result.${result}`)],
    ["right", ({ counted }) => counted?.right ?? null],
    ["of", ({ counted }) => counted?.of ?? null],
    ["minutes", ({ session }) => session?.minutes ?? null],
    ["note", ({ note }) => note],
  ];
  return csvText(
    columns.map(([name]) => t(`column.${name}`)),
    sessions.map((session) => columns.map(([, of]) => of(session))),
  );
}

/** Returns the protocol's own criterion, if it has one. */
function criterionOf({ session }: DiarySession): string | null {
  return session?.rule.kind === "judged" ? session.rule.criterion : null;
}
