import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, lte } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
  type Announcement,
} from "../../../src-shared/api/announcements.ts";
import type { Language } from "../../../src-shared/languages.ts";
import { ApiError } from "../../infra/api-error.ts";
import { announcements } from "./schema.ts";
import type { Localised } from "../../infra/database/columns.ts";
import { localised } from "../../infra/i18n/localised.ts";
import { serve } from "../../http/serve.ts";

type Row = typeof announcements.$inferSelect;

/** Without a Polish text the English one is shown to Polish readers too. */
const inLanguages = (en: string, pl: string): Localised => (pl ? { en, pl } : { en });

function present({ id, title, body, publishedAt }: Row, language: Language): Announcement {
  return {
    id,
    title: localised(title, language),
    body: localised(body, language),
    publishedAt: publishedAt.toISOString(),
  };
}

/** Announcements: read by anybody, written and withdrawn by admins (ruling 10). */
export default async function announcementRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, listAnnouncements, async (_, { language }) => {
    const rows = await database
      .select()
      .from(announcements)
      .where(and(isNull(announcements.withdrawnAt), lte(announcements.publishedAt, now())))
      .orderBy(desc(announcements.publishedAt), announcements.id);
    return { items: rows.map((row) => present(row, language)) };
  });

  serve(app, writeAnnouncement, async ({ body }, request) => {
    const row: Row = {
      id: randomUUID(),
      title: inLanguages(body.titleEn, body.titlePl),
      body: inLanguages(body.bodyEn, body.bodyPl),
      publishedAt: now(),
      withdrawnAt: null,
    };
    await database.insert(announcements).values(row);
    return present(row, request.language);
  });

  serve(app, withdrawAnnouncement, async ({ params: { id } }) => {
    const withdrawn = await database
      .update(announcements)
      .set({ withdrawnAt: now() })
      .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt)))
      .returning({ id: announcements.id });
    if (withdrawn.length === 0) throw new ApiError("not-found");
  });
}
