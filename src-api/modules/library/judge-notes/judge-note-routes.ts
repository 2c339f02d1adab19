import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { isJudge } from "#shared/active-member.ts";
import {
  listJudgeNotes,
  withdrawJudgeNote,
  writeJudgeNote,
  type OwnNote,
  type ShownNote,
} from "#shared/api/judge-notes.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import { findWithoutText } from "#api/modules/library/entries/entry-store.ts";
import { findOwn, findShown, removeNote, saveNote } from "./judge-note-store.ts";
import type { JudgeNote } from "#api/modules/library/schema.ts";

/** Throws 404 unless the entry is published. */
async function requirePublished(
  { database, now }: Portal,
  key: Pick<JudgeNote, "kind" | "slug">,
): Promise<void> {
  const entry = await findWithoutText(database, { ...key, now: now() });
  if (!entry?.isPublished) throw new ApiError("not-found");
}

const presentOwn = ({ text, language, state, reason, shownAt }: JudgeNote): OwnNote => ({
  text,
  language,
  state,
  reason,
  isShown: shownAt !== null,
});

/** Presents a note as readers see it: the text that was approved last, under the name that was approved with it. */
function presentShown({ note }: { note: JudgeNote }): ShownNote[] {
  const { id, shownText: text, shownAuthor: author, shownLanguage, shownAt } = note;
  if (text === null || author === null || shownLanguage === null || shownAt === null) return [];
  return [{ id, author, text, language: shownLanguage, approvedAt: shownAt.toISOString() }];
}

/** Judges' notes on articles and videos: read by those who may read the entry, written by judges. */
export default async function judgeNoteRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listJudgeNotes, async ({ params }, request) => {
    const { userId } = requireActiveMember(request);
    await requirePublished(portal, params);
    const [found, own] = await Promise.all([
      findShown(database, params),
      findOwn(database, userId, params),
    ]);
    return { items: found.flatMap(presentShown), own: own && presentOwn(own) };
  });

  serve(app, writeJudgeNote, async ({ params, body }, request) => {
    const session = requireActiveMember(request);
    if (!isJudge(session)) throw new ApiError("forbidden");
    const { userId, name: author, language } = session;
    await throttle(portal, "judge-note", request.ip, userId);
    await requirePublished(portal, params);
    const text = body.text.replaceAll(/\r\n?/g, "\n");
    const written = {
      id: randomUUID(),
      userId,
      ...params,
      text,
      author,
      language,
      writtenAt: now(),
    };
    return { own: presentOwn(await saveNote(database, written)) };
  });

  serve(app, withdrawJudgeNote, ({ params }, request) =>
    removeNote(database, requireUser(request).userId, params),
  );
}
