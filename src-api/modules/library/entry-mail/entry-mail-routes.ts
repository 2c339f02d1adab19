import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  getEntryMail,
  sendEntryMail,
  testEntryMail,
  type EntryMail,
  type EntryMailPreview,
} from "#shared/api/entry-mail.ts";
import { languages, type Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { textPart } from "#api/infra/mail/html-part.ts";
import { throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { mailAdmins, requirePassword } from "#api/modules/accounts/module.ts";
import { type EntryKey, recordEntryAct } from "#api/modules/library/entries/write-store.ts";
import { composeEntryMail, dueJob, teaserToMail, testMailJob } from "./entry-mail.ts";
import { countReaders, findPublishedAt, findSending, insertMail } from "./entry-mail-store.ts";

/** Mailing an entry to those who get the weekly mail, for admins. */
export default async function entryMailRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, jobs, now, brand } = portal;

  const requirePublishedAt = async (key: EntryKey): Promise<Date> => {
    const publishedAt = await findPublishedAt(database, key);
    if (!publishedAt) throw new ApiError("not-found");
    return publishedAt;
  };

  async function previewIn(
    language: Language,
    key: EntryKey,
    request: FastifyRequest,
  ): Promise<EntryMailPreview> {
    const { userId, email: to } = requireAdmin(request);
    const teaser = await teaserToMail(portal, key, language);
    if (!teaser) throw new ApiError("not-found");
    const mail = await composeEntryMail(portal, { userId, to, language }, teaser);
    return { ...mail, text: textPart(mail, brand) };
  }

  async function present(key: EntryKey, request: FastifyRequest): Promise<EntryMail> {
    const sending = await findSending(database, key);
    return {
      recipients: await countReaders(database, now()),
      sending: sending && { ...sending, at: sending.at?.toISOString() ?? null },
      previews: await Promise.all(languages.map((one) => previewIn(one, key, request))),
    };
  }

  serve(app, getEntryMail, ({ params }, request) => present(params, request));

  serve(app, sendEntryMail, async ({ params, body: { password } }, request) => {
    const session = requireAdmin(request);
    const { userId, language } = session;
    await requirePublishedAt(params);
    const confirmed = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, confirmed);
    const teaser = await teaserToMail(portal, params, language);
    const what = teaser?.title ?? `${params.kind}/${params.slug}`;
    const actor = actorOf(request);
    await act(async (tx) => {
      const row = { ...params, id: randomUUID(), requestedAt: now(), requestedBy: userId };
      if (!(await insertMail(tx, row))) throw new ApiError("conflict");
      await recordEntryAct(tx, params, { act: "content-mailed", at: now(), actor });
      await mailAdmins(portal, tx, { act: "entry-mailed", what, session, actor });
    });
    // The schedule makes up for it if this fails.
    await jobs.offer(dueJob, {});
    return present(params, request);
  });

  serve(app, testEntryMail, async ({ params, body: { language } }, request) => {
    const { userId, email: to } = requireAdmin(request);
    await requirePublishedAt(params);
    await throttleRecipient(portal, to, request.ip);
    await database.transaction((tx) =>
      jobs.enqueue(tx, testMailJob, { ...params, userId, language }),
    );
    return { to };
  });
}
