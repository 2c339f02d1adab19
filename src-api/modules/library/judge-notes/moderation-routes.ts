import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  approveJudgeNote,
  listModeratedNotes,
  rejectJudgeNote,
  takeJudgeNoteDown,
  type ModeratedNote,
} from "#shared/api/judge-notes.ts";
import type { ActName } from "#shared/api/audit.ts";
import { pageSizes } from "#shared/api/library.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { teasersOf } from "#api/modules/library/entries/public-teasers.ts";
import {
  approve,
  findQueue,
  hasNote,
  reject,
  takeDown,
  type DecidedNote,
  formatNoteCursor,
  parseNoteCursor,
} from "./judge-note-store.ts";
import type { JudgeNote } from "#api/modules/library/schema.ts";

const presentModerated = (
  { note }: { note: JudgeNote },
  title: string | undefined,
): ModeratedNote => {
  const { id, kind, slug, text, author, language, writtenAt, shownText, shownLanguage, shownAt } =
    note;
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

  /** Decides, and records that. Throws 404 if the note is gone, and 409 if it changed after the admin had read it. */
  const settle = (
    request: FastifyRequest,
    { act, id }: { act: ActName; id: string },
    decide: (tx: Database) => Promise<DecidedNote | undefined>,
  ) =>
    database.transaction(async (tx) => {
      const decided = await decide(tx);
      if (!decided) throw new ApiError((await hasNote(tx, id)) ? "conflict" : "not-found");
      const { userId: subjectId, kind, slug } = decided;
      const details = { entry: `${kind}/${slug}` };
      await recordAct(tx, { act, at: now(), actor: actorOf(request), subjectId, details });
    });

  serve(app, approveJudgeNote, async ({ params: { id }, body }, request) => {
    const writtenAt = new Date(body.writtenAt);
    await settle(request, { act: "note-approved", id }, (tx) =>
      approve(tx, id, { writtenAt, now: now() }),
    );
  });

  serve(app, rejectJudgeNote, async ({ params: { id }, body: { reason, ...body } }, request) => {
    const writtenAt = new Date(body.writtenAt);
    await settle(request, { act: "note-rejected", id }, (tx) =>
      reject(tx, id, { writtenAt, reason }),
    );
  });

  serve(app, takeJudgeNoteDown, async ({ params: { id }, body: { reason, ...body } }, request) => {
    const approvedAt = new Date(body.approvedAt);
    await settle(request, { act: "note-taken-down", id }, (tx) =>
      takeDown(tx, id, { approvedAt, reason }),
    );
  });
}
