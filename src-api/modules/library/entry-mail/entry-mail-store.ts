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
import { users } from "#api/modules/accounts/module.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import {
  contentEntries,
  weeklyMails,
  entryMailRecipients,
  entryMails,
} from "#api/modules/library/schema.ts";
import { isReader } from "#api/modules/library/weekly-mail/weekly-mail-store.ts";

const entry = contentEntries;
const mail = entryMails;
const recipient = entryMailRecipients;

export type Recipient = { mailId: string; userId: string };

const isOf = ({ mailId, userId }: Recipient) =>
  and(eq(recipient.mailId, mailId), eq(recipient.userId, userId));

const ofEntry = and(eq(entry.kind, mail.kind), eq(entry.slug, mail.slug));

/** Returns when an entry appears or appeared; null for a draft, or if there is none. */
export async function findPublishedAt(
  database: Database,
  { kind, slug }: EntryKey,
): Promise<Date | null> {
  const [row] = await database
    .select({ publishedAt: entry.publishedAt })
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.slug, slug)));
  return row?.publishedAt ?? null;
}

/** Returns how many get the weekly mail and may have it. */
export async function countReaders(database: Database, now: Date): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(isReader(now));
  return row?.count ?? 0;
}

/** Returns what became of the mail of an entry; null until an admin has it sent. */
export async function findSending(database: Database, { kind, slug }: EntryKey) {
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
export async function insertMail(
  database: Database,
  row: typeof mail.$inferInsert,
): Promise<boolean> {
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
export async function lockDueMail(tx: Database, now: Date): Promise<{ id: string } | null> {
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
export async function addRecipients(
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
export const countRecipients = (
  database: Database,
  mailId: string,
  { by, sentAt }: { by: number; sentAt?: Date | undefined },
) =>
  database
    .update(mail)
    .set({ recipients: sql`${mail.recipients} + ${by}`, ...(sentAt && { sentAt }) })
    .where(eq(mail.id, mailId));

/** Returns the entry that somebody waits for; null once that is settled. */
export async function findWaiting(database: Database, to: Recipient): Promise<EntryKey | null> {
  const [row] = await database
    .select({ kind: mail.kind, slug: mail.slug })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .where(and(isOf(to), isNull(recipient.settledAt)));
  return row ?? null;
}

/** Records that somebody's mail is being sent, or will not be. Returns false if that was recorded before. */
export async function settle(database: Database, to: Recipient, settledAt: Date): Promise<boolean> {
  const settled = await database
    .update(recipient)
    .set({ settledAt })
    .where(and(isOf(to), isNull(recipient.settledAt)))
    .returning({ userId: recipient.userId });
  return settled.length > 0;
}

/** Takes that back, so that the mail is tried again. */
export async function unsettle(database: Database, to: Recipient): Promise<void> {
  await database.update(recipient).set({ settledAt: null }).where(isOf(to));
}

export const findMailsTo = (database: Database, userId: string) =>
  database
    .select({ kind: mail.kind, slug: mail.slug, enqueuedAt: recipient.enqueuedAt })
    .from(recipient)
    .innerJoin(mail, eq(mail.id, recipient.mailId))
    .where(eq(recipient.userId, userId))
    .orderBy(desc(recipient.enqueuedAt));
