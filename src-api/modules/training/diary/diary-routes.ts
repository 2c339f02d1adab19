import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  diaryPageSizes,
  exportDiary,
  getDiarySummary,
  listDiary,
} from "#shared/api/training-diary.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { diaryPage, diarySummary, sessionsOf, type Reader } from "./diary.ts";
import { diaryCsv } from "./diary-csv.ts";

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
