import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { addMemberNote, changeMemberNote, deleteMemberNote } from "#shared/api/member-acts.ts";
import { requireAdmin } from "../../http/session.ts";
import { serve } from "../../http/serve.ts";
import { ApiError } from "../../infra/api-error.ts";
import { actFor } from "./act-routes.ts";
import { changeNote, insertNote, markNoteDeleted } from "./note-store.ts";

export async function noteRoutes(app: FastifyInstance): Promise<void> {
  serve(app, addMemberNote, ({ params: { id: userId }, body }, request) =>
    actFor(request, { memberId: userId, asked: body }, async ({ database, now }) => {
      await insertNote(database, {
        id: randomUUID(),
        userId,
        authorId: requireAdmin(request).userId,
        text: body.text,
        createdAt: now(),
        changedAt: null,
        deletedAt: null,
      });
      return { name: "member-note-added" };
    }),
  );

  serve(app, changeMemberNote, ({ params: { id: userId, noteId: id }, body }, request) =>
    actFor(request, { memberId: userId, asked: [id, body] }, async ({ database, now }) => {
      const changes = { text: body.text, changedAt: now() };
      if (!(await changeNote(database, { userId, id }, changes))) throw new ApiError("not-found");
      return { name: "member-note-changed" };
    }),
  );

  serve(app, deleteMemberNote, ({ params: { id: userId, noteId: id } }, request) =>
    actFor(request, { memberId: userId, asked: id }, async ({ database, now }) => {
      if (!(await markNoteDeleted(database, { userId, id }, now())))
        throw new ApiError("not-found");
      return { name: "member-note-deleted", undo: { act: "delete-note", noteId: id } };
    }),
  );
}
