import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  announcementFields,
  changeAnnouncement,
  getAnnouncementTexts,
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
  type Announcement,
  type writeAnnouncementSchema,
} from "#shared/api/announcements.ts";
import type { ActDetails, ActName } from "#shared/api/audit.ts";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { createEndpointAnswers } from "#api/http/shared-answers.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { isRenderable, renderable } from "#api/infra/markdown/render-markdown.ts";
import {
  change,
  findNextPublication,
  findPublished,
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

/** Returns the texts as they were written: empty where there is no translation. */
const asWritten = ({ title, body }: Pick<AnnouncementRow, "title" | "body">): Written => ({
  titleEn: title.en,
  bodyEn: body.en,
  titlePl: title.pl ?? "",
  bodyPl: body.pl ?? "",
});

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
  ...(row.changedAt && { changedAt: row.changedAt.toISOString() }),
});

/** Announcements: read by anybody, written, changed and withdrawn by admins. */
export default async function announcementRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  const record = (
    tx: Database,
    request: FastifyRequest,
    { act, id, ...more }: { act: ActName; id: string } & ActDetails,
  ): Promise<void> =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { announcement: id, ...more },
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
      changedAt: null,
    };
    await database.transaction(async (tx) => {
      await insertAnnouncement(tx, row);
      await record(tx, request, { act: "announcement-published", id: row.id });
    });
    return present(row, request.language);
  });

  serve(app, getAnnouncementTexts, async ({ params: { id } }) => {
    const row = await findPublished(database, id, now());
    if (!row) throw new ApiError("not-found");
    return { ...asWritten(row), revision: row.revision };
  });

  serve(app, changeAnnouncement, async ({ params: { id }, body }, request) => {
    await requireRenderable(body);
    const { revision, again } = body;
    const at = now();
    const row = await database.transaction(async (tx) => {
      const changed = await change(
        tx,
        { id, revision, now: at },
        {
          title: inLanguages(body, "title"),
          body: inLanguages(body, "body"),
          ...(again && { publishedAt: at }),
        },
      );
      if (!changed) {
        throw new ApiError((await findPublished(tx, id, at)) ? "conflict" : "not-found");
      }
      await record(tx, request, { act: "announcement-changed", id, again });
      return changed;
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
