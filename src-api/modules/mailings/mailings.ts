import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  getMailing,
  mailingAudiences,
  mailingBodies,
  sendMailing,
  testMailing,
  type Mailing,
  type MailingChoice,
  type MailingPreview,
  type MailingSubject,
} from "#shared/api/mailings.ts";
import { languages, servedLanguage } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
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
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries, PermanentFailure } from "#api/infra/jobs/job.ts";
import { textPart } from "#api/infra/mail/html-part.ts";
import { sendOnce } from "#api/infra/mail/send-once.ts";
import { throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { findUser, mailAdmins, requirePassword, users } from "#api/modules/accounts/module.ts";
import {
  announcementsTable as announcements,
  isPublished,
} from "#api/modules/announcements/module.ts";
import { contentEntries } from "#api/modules/library/module.ts";
import { readersTable } from "#api/modules/readers/module.ts";
import type { Portal } from "#api/portal.ts";
import { addRecipients, countPeople, findPerson, listLabels } from "./audiences.ts";
import { composeMailing, findAppearance, subjectSchema } from "./compose-mailing.ts";
import { mailingRecipients, mailings } from "./schema.ts";

/** Mailing an entry or an announcement to an audience, for admins (docs/decisions/0065-mails-to-audiences.md). */
export default async function mailingRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, jobs, now } = portal;

  /** Throws 404 for what readers neither see nor will. */
  async function requireSubject(given: MailingSubject): Promise<Date> {
    const appearsAt = await findAppearance(database, given);
    if (!appearsAt) throw new ApiError("not-found");
    return appearsAt;
  }

  async function present(
    subject: MailingSubject,
    asked: MailingChoice,
    request: FastifyRequest,
  ): Promise<Mailing> {
    const { userId, email } = requireAdmin(request);
    const appearsAt = await requireSubject(subject);
    const sending = await findSending(database, subject);
    const choice = sending?.choice ?? asked;
    const admin = { ...previewKey(choice, userId), email };
    const previews = portal.brand.languages.flatMap((language) =>
      kindsOfReaders(subject, choice).map(async (forMembers): Promise<MailingPreview> => {
        const to = { ...admin, language, isMember: forMembers };
        const mail = await composeMailing(portal, to, { subject, body: choice.body, appearsAt });
        if (!mail) throw new ApiError("not-found");
        const { subject: subjectLine, paragraphs, entries, action, unsubscribe } = mail;
        return {
          language,
          forMembers,
          subject: subjectLine,
          paragraphs,
          entries,
          ...(mail.content && { content: mail.content.markdown }),
          ...(action && { action }),
          unsubscribe,
          text: textPart(mail, portal.brand),
        };
      }),
    );
    return {
      recipients: await countPeople(database, choice, now()),
      labels: await listLabels(database),
      sending: sending && { ...sending, at: sending.at?.toISOString() ?? null },
      previews: await Promise.all(previews),
    };
  }

  serve(app, getMailing, ({ params, query }, request) => present(params, query, request));

  serve(app, sendMailing, async ({ params, body: { password, ...choice } }, request) => {
    const session = requireAdmin(request);
    const { userId, email, language } = session;
    const appearsAt = await requireSubject(params);
    const confirmed = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, confirmed);
    const to = { ...previewKey(choice, userId), email, language, isMember: true };
    const composed = await composeMailing(portal, to, { ...choice, subject: params, appearsAt });
    const what = composed?.title ?? `${params.kind}/${params.slug}`;
    const actor = actorOf(request);
    const { audience, label, body } = choice;
    await act(async (tx) => {
      const row = { audience, body, label: label ?? null, id: randomUUID() };
      const requested = { requestedAt: now(), requestedBy: userId };
      if (!(await insertMailing(tx, { ...row, ...keyOf(params), ...requested }))) {
        throw new ApiError("conflict");
      }
      const isEntry = params.kind !== "announcements";
      await recordAct(tx, {
        act: isEntry ? "content-mailed" : "announcement-mailed",
        at: now(),
        actor,
        subjectId: null,
        details: {
          ...(isEntry ? { entry: `${params.kind}/${params.slug}` } : { announcement: params.slug }),
          audience,
          ...(label !== undefined && { label }),
        },
      });
      await mailAdmins(portal, tx, { act: "entry-mailed", what, session, actor });
    });
    // The schedule makes up for it if this fails.
    await jobs.offer(dueJob, {});
    return present(params, choice, request);
  });

  serve(
    app,
    testMailing,
    async ({ params, body: { language, forMembers, ...choice } }, request) => {
      const { userId, email: to } = requireAdmin(request);
      await requireSubject(params);
      await throttleRecipient(portal, to, request.ip);
      await database.transaction((tx) =>
        jobs.enqueue(tx, testJob, { subject: params, userId, language, forMembers, choice }),
      );
      return { to };
    },
  );
}

/** Returns the admin as one of an audience: the link of a reader's mail that nobody else gets unsubscribes nobody. */
const previewKey = ({ audience }: Pick<MailingChoice, "audience">, userId: string) => ({
  userId,
  readerId: audience === "weekly" ? null : userId,
});

/** Returns whether active members, others, or both are shown: both only where they get different texts. */
function kindsOfReaders(
  { kind }: Pick<MailingSubject, "kind">,
  { audience, body }: MailingChoice,
): boolean[] {
  if (kind !== "announcements" && body === "whole" && audience === "agreed") return [true, false];
  return [audience !== "not-members"];
}

/** Enqueues mails of what has appeared; those that are sent at once make it due before its time. */
const dueJob = defineJob({
  name: "mailings.due",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
});

const mailJob = defineJob({
  name: "mailings.mail",
  payload: z.object({ recipientId: z.string() }),
  retry: patientRetries,
});

/** Sends a mail to an admin who looks at it first. */
const testJob = defineJob({
  name: "mailings.test",
  payload: z.object({
    subject: subjectSchema,
    userId: z.string(),
    language: z.enum(languages),
    forMembers: z.boolean(),
    choice: z.object({ audience: z.enum(mailingAudiences), body: z.enum(mailingBodies) }),
  }),
});

/** Number of mails that are enqueued in one transaction. */
const batch = 100;

/** Enqueues a batch of mails about one subject, recorded in the same transaction. Returns false when none is left. */
const enqueueBatch = ({ database, jobs, now }: Portal): Promise<boolean> =>
  database.transaction(async (tx) => {
    const at = now();
    const mail = await lockDueMailing(tx, at);
    if (!mail) return false;
    const added = await addRecipients(tx, mail, { now: at, limit: batch });
    for (const recipientId of added) await jobs.enqueue(tx, mailJob, { recipientId });
    const isLast = added.length < batch;
    await count(tx, mail.id, { recipients: added.length });
    if (isLast) await tx.update(mailings).set({ sentAt: at }).where(eq(mailings.id, mail.id));
    return true;
  });

async function enqueueMails(portal: Portal): Promise<void> {
  await forgetWithdrawn(portal.database);
  while (await enqueueBatch(portal));
}

/** Mails one recipient, at most once, and not if that is no longer wanted, allowed or published. */
async function mailRecipient(portal: Portal, id: string): Promise<void> {
  const { database, mailer, now, brand } = portal;
  const waiting = await findWaiting(database, id);
  if (!waiting) return;
  const { mailId, subject, choice, ...key } = waiting;
  const person = await findPerson(database, choice, { ...key, now: now() });
  const language = person && servedLanguage(brand.languages, person.language);
  const to = person && language && { ...person, language };
  const mail = to && (await composeMailing(portal, to, { subject, body: choice.body }));
  if (!mail) {
    if (await settle(database, id, now())) {
      await count(database, mailId, { recipients: -1, leftOut: 1 });
    }
    return;
  }
  await sendOnce(mailer, mail, {
    claim: () => settle(database, id, now()),
    release: (error) =>
      error instanceof PermanentFailure
        ? count(database, mailId, { recipients: -1, refused: 1 })
        : unsettle(database, id),
  });
}

export function handleMailings(portal: Portal): void {
  const { jobs, database, mailer } = portal;
  jobs.handle(dueJob, () => enqueueMails(portal));
  jobs.handle(mailJob, ({ recipientId }) => mailRecipient(portal, recipientId));
  jobs.handle(testJob, async (wanted) => {
    const { userId, language: chosen, forMembers, subject, choice } = wanted;
    const language = servedLanguage(portal.brand.languages, chosen);
    const email = (await findUser(database, userId))?.email;
    const appearsAt = await findAppearance(database, subject);
    if (!email || !appearsAt) return;
    const to = { ...previewKey(choice, userId), email, language, isMember: forMembers };
    const mail = await composeMailing(portal, to, { subject, body: choice.body, appearsAt });
    if (mail) await mailer.send(mail);
  });
}

const entry = contentEntries;
const mail = mailings;
const recipient = mailingRecipients;

const ofEntry = and(eq(entry.kind, mail.kind), eq(entry.slug, mail.slug));

/** Returns the columns that name a subject. */
const keyOf = ({ kind, slug }: MailingSubject) =>
  kind === "announcements"
    ? { kind: null, slug: null, announcementId: slug }
    : { kind, slug, announcementId: null };

/** Returns the subject of a row; each is of an entry or an announcement. */
const subjectOf = (
  row: Pick<typeof mail.$inferSelect, "kind" | "slug" | "announcementId">,
): MailingSubject => ({
  kind: row.kind ?? "announcements",
  slug: row.slug ?? row.announcementId ?? "",
});

const isAbout = ({ kind, slug }: MailingSubject) =>
  kind === "announcements"
    ? eq(mail.announcementId, slug)
    : and(eq(mail.kind, kind), eq(mail.slug, slug));

const choiceOf = ({
  audience,
  body,
  label,
}: Pick<typeof mail.$inferSelect, "audience" | "body" | "label">): MailingChoice => ({
  audience,
  body,
  ...(label !== null && { label }),
});

/** Returns the state of a mail; null until an admin has it sent. */
async function findSending(database: Database, subject: MailingSubject) {
  const [row] = await database
    .select({
      by: users.name,
      mail,
      waiting: sql<number>`(select count(*) from ${recipient} where ${recipient.mailId} = ${mail.id} and ${recipient.settledAt} is null)::int`,
    })
    .from(mail)
    .leftJoin(users, eq(users.id, mail.requestedBy))
    .where(isAbout(subject));
  if (!row) return null;
  const { sentAt: at, recipients, leftOut, refused } = row.mail;
  const { by, waiting } = row;
  return { by, at, choice: choiceOf(row.mail), recipients, waiting, leftOut, refused };
}

/** Records that a subject is to be mailed. Returns false if that was recorded before. */
async function insertMailing(database: Database, row: typeof mail.$inferInsert): Promise<boolean> {
  const inserted = await database
    .insert(mail)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: mail.id });
  return inserted.length > 0;
}

/** Forgets the mails of entries that were withdrawn before they appeared: published again, they are not mailed by themselves. */
export const forgetWithdrawn = (database: Database) =>
  database.delete(mail).where(
    and(
      isNotNull(mail.slug),
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

/** Returns a mail whose subject has appeared and that is not enqueued for all, locked until the transaction ends. */
async function lockDueMailing(tx: Database, now: Date): Promise<typeof mail.$inferSelect | null> {
  const [row] = await tx
    .select({ mail })
    .from(mail)
    .leftJoin(entry, ofEntry)
    .leftJoin(announcements, eq(announcements.id, mail.announcementId))
    .where(and(isNull(mail.sentAt), or(lte(entry.publishedAt, now), isPublished(now))))
    .orderBy(asc(mail.requestedAt))
    .limit(1)
    .for("update", { of: mail, skipLocked: true });
  return row?.mail ?? null;
}

type Counts = { recipients: number; leftOut?: number; refused?: number };

/** Adds to the numbers of a mail. */
async function count(
  database: Database,
  mailId: string,
  { recipients, leftOut = 0, refused = 0 }: Counts,
): Promise<void> {
  await database
    .update(mail)
    .set({
      recipients: sql`${mail.recipients} + ${recipients}`,
      leftOut: sql`${mail.leftOut} + ${leftOut}`,
      refused: sql`${mail.refused} + ${refused}`,
    })
    .where(eq(mail.id, mailId));
}

/** Returns what somebody waits for; null once that is settled. */
async function findWaiting(database: Database, id: string) {
  const [row] = await database
    .select({ mail, userId: recipient.userId, readerId: recipient.readerId })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .where(and(eq(recipient.id, id), isNull(recipient.settledAt)));
  if (!row) return null;
  const { userId, readerId } = row;
  const subject = subjectOf(row.mail);
  return { mailId: row.mail.id, subject, choice: choiceOf(row.mail), userId, readerId };
}

/** Records that somebody's mail is being sent, or will not be. Returns false if that was recorded before. */
async function settle(database: Database, id: string, settledAt: Date): Promise<boolean> {
  const settled = await database
    .update(recipient)
    .set({ settledAt })
    .where(and(eq(recipient.id, id), isNull(recipient.settledAt)))
    .returning({ id: recipient.id });
  return settled.length > 0;
}

/** Takes that back, so that the mail is tried again. */
async function unsettle(database: Database, id: string): Promise<void> {
  await database.update(recipient).set({ settledAt: null }).where(eq(recipient.id, id));
}

/** Returns the mails that were sent to an account, for the export of its data. */
export async function findMailsTo(database: Database, userId: string) {
  const rows = await database
    .select({ mail, enqueuedAt: recipient.enqueuedAt })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .leftJoin(readersTable, eq(readersTable.id, recipient.readerId))
    .where(or(eq(recipient.userId, userId), eq(readersTable.userId, userId)))
    .orderBy(desc(recipient.enqueuedAt));
  return rows.map(({ mail: row, enqueuedAt }) => ({ ...subjectOf(row), enqueuedAt }));
}
