import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  announcementFields,
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
  type Announcement,
  type writeAnnouncementSchema,
} from "#shared/api/announcements.ts";
import type { ActName } from "#shared/api/audit.ts";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { actorOf } from "../../http/actor.ts";
import { serve } from "../../http/serve.ts";
import { createEndpointAnswers } from "../../http/shared-answers.ts";
import { ApiError } from "../../infra/api-error.ts";
import { recordAct } from "../../infra/audit/record-act.ts";
import type { Localised } from "../../infra/database/columns.ts";
import type { Database } from "../../infra/database/connect.ts";
import { localised } from "../../infra/i18n/localised.ts";
import { isRenderable, renderable } from "../../infra/markdown/render-markdown.ts";
import {
  findNextPublication,
  insertAnnouncement,
  listPublished,
  withdraw,
  type AnnouncementRow,
} from "./announcement-store.ts";

type Written = z.infer<typeof writeAnnouncementSchema>;

/** Returns the texts of a part in the languages in which it was written. */
function inLanguages(written: Written, part: "title" | "body"): Localised {
  const textIn = (language: Language) => written[announcementFields[language][part]];
  const translated = languages.filter((language) => textIn(language) !== "");
  return {
    [defaultLanguage]: textIn(defaultLanguage),
    ...Object.fromEntries(translated.map((language) => [language, textIn(language)])),
  };
}

/** Throws a validation error that names the texts which parsers take too long for. */
async function requireRenderable(written: Written): Promise<void> {
  for (const { body } of Object.values(announcementFields)) {
    if (await isRenderable(written[body])) continue;
    throw new ApiError("validation", { fields: { [body]: "forms:tooComplex" } });
  }
}

/** Returns an announcement as readers get it. The server renders its text, too, which may be older than the check. */
const present = async (row: AnnouncementRow, language: Language): Promise<Announcement> => ({
  id: row.id,
  title: localised(row.title, language),
  body: await renderable(localised(row.body, language)),
  publishedAt: row.publishedAt.toISOString(),
});

/** Announcements: read by anybody, written and withdrawn by admins. */
export default async function announcementRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  const record = (
    tx: Database,
    request: FastifyRequest,
    { act, id }: { act: ActName; id: string },
  ): Promise<void> =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { announcement: id },
    });

  const answers = createEndpointAnswers(app.portal, listAnnouncements);

  serve(app, listAnnouncements, async (_, { language }) =>
    answers([language], async () => {
      const at = now();
      const [rows, validUntil] = await Promise.all([
        listPublished(database, at),
        findNextPublication(database, at),
      ]);
      const items = await Promise.all(rows.map((row) => present(row, language)));
      return { value: { items }, validUntil };
    }),
  );

  serve(app, writeAnnouncement, async ({ body }, request) => {
    await requireRenderable(body);
    const row: AnnouncementRow = {
      id: randomUUID(),
      title: inLanguages(body, "title"),
      body: inLanguages(body, "body"),
      publishedAt: now(),
    };
    await database.transaction(async (tx) => {
      await insertAnnouncement(tx, row);
      await record(tx, request, { act: "announcement-published", id: row.id });
    });
    return present(row, request.language);
  });

  serve(app, withdrawAnnouncement, async ({ params: { id } }, request) => {
    await database.transaction(async (tx) => {
      if (!(await withdraw(tx, id, now()))) throw new ApiError("not-found");
      await record(tx, request, { act: "announcement-withdrawn", id });
    });
  });
}
