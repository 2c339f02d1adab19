import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  diaryPageSizes,
  exportDiary,
  getDiarySummary,
  listDiary,
  type DiarySession,
} from "#shared/api/training-diary.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { csvText, type Cell } from "#api/infra/csv.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Language } from "#shared/languages.ts";
import { diaryPage, diarySummary, sessionsOf, type Reader } from "./diary.ts";

function diaryCsv(sessions: readonly DiarySession[], language: Language): string {
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

const readerOf = (request: FastifyRequest): Reader => ({
  userId: requireActiveMember(request).userId,
  language: request.language,
});

/** Serves what a member trained, over all dogs and protocols. */
export default async function diaryRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listDiary, ({ query: { limit = diaryPageSizes.default, ...query } }, request) =>
    diaryPage(portal, readerOf(request), { ...query, limit }),
  );

  serve(app, getDiarySummary, ({ query }, request) =>
    diarySummary(portal, readerOf(request), query),
  );

  serve(app, exportDiary, async ({ query }, request, reply) => {
    const sessions = await sessionsOf(portal, readerOf(request), query);
    reply.header("content-disposition", 'attachment; filename="training-diary.csv"');
    return Buffer.from(diaryCsv(sessions, request.language));
  });
}
