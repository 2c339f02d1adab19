import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  getEntryMail,
  sendEntryMail,
  testEntryMail,
  type EntryMail,
  type EntryMailPreview,
} from "#shared/api/entry-mail.ts";
import { languages, servedLanguage, type Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { textPart } from "#api/infra/mail/html-part.ts";
import { sendOnce } from "#api/infra/mail/send-once.ts";
import { throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { mailAdmins, requirePassword, findUser, users } from "#api/modules/accounts/module.ts";
import { type EntryKey, recordEntryAct } from "./entries/stored-entries.ts";
import * as z from "zod/mini";
import { entryParams, type Teaser } from "#shared/api/library.ts";
import { defineJob, patientRetries, PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { publicTeaser } from "./entries/public-teasers.ts";
import { entryUrl } from "./feeds/feed.ts";
import { isEligible, findRecipient, isReader, unsubscribeLine } from "./weekly-mail/weekly-mail.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  lte,
  notExists,
  sql,
} from "#api/infra/database/drizzle.ts";
import { contentEntries, weeklyMails, entryMailRecipients, entryMails } from "./schema.ts";

/** Mailing an entry to those who get the weekly mail, for admins. */
export default async function entryMailRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, jobs, now } = portal;

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
    return { ...mail, text: textPart(mail, portal.brand) };
  }

  async function present(key: EntryKey, request: FastifyRequest): Promise<EntryMail> {
    const sending = await findSending(database, key);
    return {
      recipients: await countReaders(database, now()),
      sending: sending && { ...sending, at: sending.at?.toISOString() ?? null },
      previews: await Promise.all(
        portal.brand.languages.map((one) => previewIn(one, key, request)),
      ),
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

/** Enqueues the mails of entries that have appeared; those that are sent at once make it due before its time. */
const dueJob = defineJob({
  name: "library.entry-mails",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
});

const entryMailJob = defineJob({
  name: "library.mail-entry",
  payload: z.object({ mailId: z.string(), userId: z.string() }),
  retry: patientRetries,
});

/** Mails an entry to an admin who looks at it first. */
const testMailJob = defineJob({
  name: "library.mail-entry-test",
  payload: z.extend(entryParams, { userId: z.string(), language: z.enum(languages) }),
});

/** Number of mails that are enqueued in one transaction. */
const batch = 100;

/** Enqueues a batch of an entry's mails, recorded in the same transaction. Returns false when none is left. */
const enqueueBatch = ({ database, jobs, now }: Portal): Promise<boolean> =>
  database.transaction(async (tx) => {
    const at = now();
    const mail = await lockDueMail(tx, at);
    if (!mail) return false;
    const userIds = await addRecipients(tx, mail.id, { now: at, limit: batch });
    for (const userId of userIds) await jobs.enqueue(tx, entryMailJob, { mailId: mail.id, userId });
    const isLast = userIds.length < batch;
    await countRecipients(tx, mail.id, { by: userIds.length, sentAt: isLast ? at : undefined });
    return true;
  });

async function enqueueEntryMails(portal: Portal): Promise<void> {
  await forgetWithdrawn(portal.database);
  while (await enqueueBatch(portal));
}

/** Returns the teaser of an entry that has appeared, or of a scheduled one as it will be; null for any other one. */
async function teaserToMail(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  key: EntryKey,
  language: Language,
): Promise<Teaser | null> {
  const publishedAt = await findPublishedAt(database, key);
  if (!publishedAt) return null;
  const then = publishedAt > now() ? publishedAt : now();
  return publicTeaser({ database, brand, now: () => then }, { ...key, language });
}

/** Returns the mail of an entry: its teaser, and nothing of the text. */
async function composeEntryMail(
  portal: Pick<Portal, "config" | "database" | "brand">,
  { userId, to, language }: { userId: string; to: string; language: Language },
  teaser: Teaser,
) {
  const { title, summary: text } = teaser;
  const url = entryUrl(
    { origin: publicOrigin(portal.config), brand: portal.brand },
    teaser,
    language,
  );
  const values = { brand: portal.brand.name, title };
  return {
    ...composeMail("entry", { to, language, values, url }),
    entries: [{ title, text, url }],
    unsubscribe: await unsubscribeLine(portal, userId, language),
  };
}

/** Mails an entry to one reader, at most once, and not if it is no longer wanted, allowed or published. */
async function mailEntry(portal: Portal, to: Recipient): Promise<void> {
  const { database, mailer, now } = portal;
  const key = await findWaiting(database, to);
  if (!key) return;
  const uncount = () => countRecipients(database, to.mailId, { by: -1 });
  const reader = await findRecipient(portal, to.userId);
  const teaser = reader && (await publicTeaser(portal, { ...key, language: reader.language }));
  if (!reader || !isEligible(reader) || !teaser) {
    if (await settle(database, to, now())) await uncount();
    return;
  }
  const mail = await composeEntryMail(portal, { ...reader, to: reader.email }, teaser);
  await sendOnce(mailer, mail, {
    claim: () => settle(database, to, now()),
    release: async (error) =>
      void (await (error instanceof PermanentFailure ? uncount() : unsettle(database, to))),
  });
}

export function handleEntryMails(portal: Portal): void {
  const { jobs, database, mailer } = portal;
  jobs.handle(dueJob, () => enqueueEntryMails(portal));
  jobs.handle(entryMailJob, (to) => mailEntry(portal, to));
  jobs.handle(testMailJob, async ({ userId, language: chosen, ...key }) => {
    const language = servedLanguage(portal.brand.languages, chosen);
    const to = (await findUser(database, userId))?.email;
    const teaser = await teaserToMail(portal, key, language);
    if (to && teaser) {
      await mailer.send(await composeEntryMail(portal, { userId, to, language }, teaser));
    }
  });
}

const entry = contentEntries;
const mail = entryMails;
const recipient = entryMailRecipients;

type Recipient = { mailId: string; userId: string };

const isOf = ({ mailId, userId }: Recipient) =>
  and(eq(recipient.mailId, mailId), eq(recipient.userId, userId));

const ofEntry = and(eq(entry.kind, mail.kind), eq(entry.slug, mail.slug));

/** Returns when an entry appears or appeared; null for a draft, or if there is none. */
async function findPublishedAt(database: Database, { kind, slug }: EntryKey): Promise<Date | null> {
  const [row] = await database
    .select({ publishedAt: entry.publishedAt })
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.slug, slug)));
  return row?.publishedAt ?? null;
}

/** Returns the number of eligible subscribers of the weekly mail. */
async function countReaders(database: Database, now: Date): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(isReader(now));
  return row?.count ?? 0;
}

/** Returns the state of an entry's mail; null until an admin has it sent. */
async function findSending(database: Database, { kind, slug }: EntryKey) {
  const [row] = await database
    .select({
      by: users.name,
      at: mail.sentAt,
      recipients: mail.recipients,
      waiting: sql<number>`(select count(*) from ${recipient} where ${recipient.mailId} = ${mail.id} and ${recipient.settledAt} is null)::int`,
    })
    .from(mail)
    .leftJoin(users, eq(users.id, mail.requestedBy))
    .where(and(eq(mail.kind, kind), eq(mail.slug, slug)));
  return row ?? null;
}

/** Records that an entry is to be mailed. Returns false if that was recorded before. */
async function insertMail(database: Database, row: typeof mail.$inferInsert): Promise<boolean> {
  const inserted = await database
    .insert(mail)
    .values(row)
    .onConflictDoNothing({ target: [mail.kind, mail.slug] })
    .returning({ id: mail.id });
  return inserted.length > 0;
}

/** Forgets the mails of entries that were withdrawn before they appeared: published again, they are not mailed by themselves. */
export const forgetWithdrawn = (database: Database) =>
  database.delete(mail).where(
    and(
      isNull(mail.sentAt),
      eq(mail.recipients, 0),
      notExists(
        database
          .select({ slug: entry.slug })
          .from(entry)
          .where(and(ofEntry, isNotNull(entry.publishedAt))),
      ),
    ),
  );

/** Returns a mail whose entry has appeared and that is not enqueued for all, locked until the transaction ends. */
async function lockDueMail(tx: Database, now: Date): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: mail.id })
    .from(mail)
    .innerJoin(entry, ofEntry)
    .where(and(isNull(mail.sentAt), lte(entry.publishedAt, now)))
    .orderBy(asc(mail.requestedAt))
    .limit(1)
    .for("update", { of: mail, skipLocked: true });
  return row ?? null;
}

/** Adds readers who are not among the recipients of a mail yet. Returns their ids, at most `limit`. */
async function addRecipients(
  tx: Database,
  mailId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const isAdded = tx
    .select({ userId: recipient.userId })
    .from(recipient)
    .where(and(eq(recipient.mailId, mailId), eq(recipient.userId, weeklyMails.userId)));
  const found = await tx
    .select({ userId: weeklyMails.userId })
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(and(isReader(now), notExists(isAdded)))
    .orderBy(asc(weeklyMails.userId))
    .limit(limit);
  if (found.length > 0) {
    await tx
      .insert(recipient)
      .values(found.map(({ userId }) => ({ mailId, userId, enqueuedAt: now })));
  }
  return found.map(({ userId }) => userId);
}

/** Adds to the number of a mail's recipients; `sentAt` says when those were the last. */
const countRecipients = (
  database: Database,
  mailId: string,
  { by, sentAt }: { by: number; sentAt?: Date | undefined },
) =>
  database
    .update(mail)
    .set({ recipients: sql`${mail.recipients} + ${by}`, ...(sentAt && { sentAt }) })
    .where(eq(mail.id, mailId));

/** Returns the entry that somebody waits for; null once that is settled. */
async function findWaiting(database: Database, to: Recipient): Promise<EntryKey | null> {
  const [row] = await database
    .select({ kind: mail.kind, slug: mail.slug })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .where(and(isOf(to), isNull(recipient.settledAt)));
  return row ?? null;
}

/** Records that somebody's mail is being sent, or will not be. Returns false if that was recorded before. */
async function settle(database: Database, to: Recipient, settledAt: Date): Promise<boolean> {
  const settled = await database
    .update(recipient)
    .set({ settledAt })
    .where(and(isOf(to), isNull(recipient.settledAt)))
    .returning({ userId: recipient.userId });
  return settled.length > 0;
}

/** Takes that back, so that the mail is tried again. */
async function unsettle(database: Database, to: Recipient): Promise<void> {
  await database.update(recipient).set({ settledAt: null }).where(isOf(to));
}

export const findMailsTo = (database: Database, userId: string) =>
  database
    .select({ kind: mail.kind, slug: mail.slug, enqueuedAt: recipient.enqueuedAt })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .where(eq(recipient.userId, userId))
    .orderBy(desc(recipient.enqueuedAt));
