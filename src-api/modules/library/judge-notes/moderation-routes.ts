import type { FastifyInstance } from "fastify";
import {
  approveJudgeNote,
  listModeratedNotes,
  rejectJudgeNote,
  takeJudgeNoteDown,
  type ModeratedNote,
} from "../../../../src-shared/api/judge-notes.ts";
import { pageSizes } from "../../../../src-shared/api/library.ts";
import { serve } from "../../../http/serve.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { teasersOf } from "../entries/public-teasers.ts";
import { approve, findQueue, hasNote, reject, takeDown } from "./judge-note-store.ts";
import { formatNoteCursor, parseNoteCursor } from "./note-cursor.ts";
import type { JudgeNote } from "./schema.ts";

const presentModerated = (
  { note, author }: { note: JudgeNote; author: string },
  title: string | undefined,
): ModeratedNote => {
  const { id, kind, slug, text, language, writtenAt, shownText, shownLanguage, shownAt } = note;
  const isShown = shownText !== null && shownLanguage !== null && shownAt !== null;
  return {
    id,
    kind,
    slug,
    title: title ?? null,
    author,
    text,
    language,
    writtenAt: writtenAt.toISOString(),
    shown: isShown
      ? { text: shownText, language: shownLanguage, approvedAt: shownAt.toISOString() }
      : null,
  };
};

/** Decisions of admins about judges' notes. */
export default async function moderationRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, listModeratedNotes, async ({ query }, { language }) => {
    const { queue = "waiting", cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseNoteCursor(cursor);
    const found = await findQueue(database, queue, { after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1)?.note : undefined;
    const at = queue === "waiting" ? last?.writtenAt : last?.shownAt;
    const teasers = await teasersOf(
      portal,
      page.map(({ note }) => note),
      language,
    );
    return {
      items: page.map((row) => presentModerated(row, teasers.of(row.note)?.title)),
      nextCursor: last && at ? formatNoteCursor({ at, id: last.id }) : null,
    };
  });

  /** Throws 404 if the note is gone, and 409 if it changed after the admin had read it. */
  const requireDone = async (id: string, isDone: boolean) => {
    if (!isDone) throw new ApiError((await hasNote(database, id)) ? "conflict" : "not-found");
  };

  serve(app, approveJudgeNote, async ({ params: { id }, body }) => {
    const writtenAt = new Date(body.writtenAt);
    await requireDone(id, await approve(database, id, { writtenAt, now: now() }));
  });

  serve(app, rejectJudgeNote, async ({ params: { id }, body: { reason, ...body } }) => {
    const writtenAt = new Date(body.writtenAt);
    await requireDone(id, await reject(database, id, { writtenAt, reason }));
  });

  serve(app, takeJudgeNoteDown, async ({ params: { id }, body: { reason, ...body } }) => {
    const approvedAt = new Date(body.approvedAt);
    await requireDone(id, await takeDown(database, id, { approvedAt, reason }));
  });
}
