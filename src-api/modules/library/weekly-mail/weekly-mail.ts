import * as z from "zod/mini";
import { isActiveMember, type Role } from "#shared/active-member.ts";
import type { Teaser } from "#shared/api/library.ts";
import { shownKinds } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { isReachable } from "#api/infra/mail/bounces.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { businessDay } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import { teasersOf } from "#api/modules/library/entries/public-teasers.ts";
import { entryUrl } from "#api/modules/library/feeds/feed.ts";
import { sendOnce } from "#api/infra/mail/send-once.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  lte,
  sql,
  arrayContains,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
} from "#api/infra/database/drizzle.ts";
import { contentEntries, weeklyMails } from "#api/modules/library/schema.ts";
import { languageParameter, servedLanguage, type Language } from "#shared/languages.ts";
import { users } from "#api/modules/accounts/module.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";

/** Returns the first Monday at 07:00 after a time, in the brand's time zone. */
export function nextMonday(now: Date, timeZone: string): Date {
  const today = Temporal.PlainDate.from(businessDay(now, timeZone));
  const monday = today.add({ days: (8 - today.dayOfWeek) % 7 });
  const at = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone, plainTime: "07:00" }).epochMilliseconds);
  return at(monday) > now ? at(monday) : at(monday.add({ days: 7 }));
}

/** Enqueues the weekly mails that are due. Several processes may run it at the same time. */
const dueJob = defineJob({
  name: "library.weekly-mails",
  payload: z.object({}),
  singleton: true,
  schedule: "2 * * * *",
  heartbeatSeconds: 30,
});

/** Mails a user what was new after `since`, until `until`. */
const weeklyMailJob = defineJob({
  name: "library.mail-weekly",
  payload: z.object({ userId: z.string(), since: z.iso.datetime(), until: z.iso.datetime() }),
  retry: patientRetries,
});

type News = { since: Date; until: Date };

/** A recipient who may have the mail: with a proven address and a membership in force. */
type Reader = Recipient & { email: string };

const isEligible = (recipient: Recipient): recipient is Reader =>
  recipient.email !== null && isActiveMember("held", recipient);

/** Number of mails that are enqueued in one transaction. */
const batch = 100;

/** Enqueues a batch of due mails and moves each to the next week. Returns how many were due. */
const enqueueBatch = ({ brand, database, jobs, now }: Portal): Promise<number> =>
  database.transaction(async (tx) => {
    const until = now();
    const due = await lockDueMails(tx, until, batch);
    const latest = due.length > 0 ? await findLatestNews(tx, shownKinds(brand), until) : null;
    for (const { newSince: since, ...recipient } of due) {
      const { userId } = recipient;
      await postpone(tx, userId, { dueAt: nextMonday(until, brand.timeZone), newSince: until });
      if (!isEligible(recipient) || !latest || latest <= since) continue;
      const news = { since: since.toISOString(), until: until.toISOString() };
      await jobs.enqueue(tx, weeklyMailJob, { userId, ...news });
    }
    return due.length;
  });

async function enqueueWeeklyMails(portal: Portal): Promise<void> {
  while ((await enqueueBatch(portal)) === batch);
}

/** Per mail; the library has the others. */
const maxTeasers = 12;

/** Returns the teasers of what was new in that time, newest first. */
async function newsIn(portal: Portal, { language }: Reader, news: News): Promise<Teaser[]> {
  const now = () => news.until;
  const keys = await findNews(portal.database, {
    ...news,
    kinds: shownKinds(portal.brand),
    limit: maxTeasers,
  });
  const teasers = await teasersOf({ ...portal, now }, keys, language);
  return keys.map((key) => teasers.of(key)).filter((teaser) => teaser !== undefined);
}

async function composeWeeklyMail(
  portal: Portal,
  { userId, email: to, language }: Reader,
  teasers: readonly [Teaser, ...Teaser[]],
): Promise<Mail> {
  const site = { origin: publicOrigin(portal.config), brand: portal.brand };
  const values = { brand: portal.brand.name, title: teasers[0].title };
  const url = localisedUrl(site, routePath("dashboard"), language);
  return {
    ...composeMail("weekly", { to, language, values, url }),
    entries: teasers.map((teaser) => ({
      title: teaser.title,
      text: teaser.summary,
      url: entryUrl(site, teaser, language),
    })),
    unsubscribe: await unsubscribeLine(portal, userId, language),
  };
}

/** Mails one user, unless the mail about that time was sent before. */
export async function mailNews(portal: Portal, userId: string, news: News): Promise<void> {
  const { database, mailer } = portal;
  const recipient = await findRecipient(portal, userId);
  if (!recipient || !isEligible(recipient)) return;
  const [first, ...others] = await newsIn(portal, recipient, news);
  if (!first) return;
  await sendOnce(mailer, await composeWeeklyMail(portal, recipient, [first, ...others]), {
    claim: () => claimMail(database, userId, news.until),
    release: () => releaseMail(database, userId, news),
  });
}

export function handleWeeklyMails(portal: Portal): void {
  portal.jobs.handle(dueJob, () => enqueueWeeklyMails(portal));
  portal.jobs.handle(weeklyMailJob, ({ userId, since, until }) =>
    mailNews(portal, userId, { since: new Date(since), until: new Date(until) }),
  );
}

const entry = contentEntries;

/** When an entry was new: published, and there. Each has one such time, and is in one mail. */
const newAt = sql`greatest(${entry.publishedAt}, ${entry.appearedAt})`.mapWith(entry.publishedAt);

/** Older entries that appear are no news: those of a first import, say. */
const isNews = sql`(${entry.appearedAt} is null or ${entry.publishedAt} > ${entry.appearedAt} - interval '14 days')`;

const newUntil = (kinds: ContentKind[], until: Date) =>
  and(
    inArray(entry.kind, kinds),
    lte(entry.publishedAt, until),
    isNews,
    sql`${newAt} <= ${until.toISOString()}::timestamptz`,
  );

async function findLatestNews(
  database: Database,
  kinds: ContentKind[],
  until: Date,
): Promise<Date | null> {
  const [row] = await database
    .select({ latest: sql<Date | null>`max(${newAt})`.mapWith(entry.publishedAt) })
    .from(entry)
    .where(newUntil(kinds, until));
  return row?.latest ?? null;
}

const findNews = (
  database: Database,
  { kinds, since, until, limit }: { kinds: ContentKind[]; since: Date; until: Date; limit: number },
): Promise<{ kind: ContentKind; slug: string }[]> =>
  database
    .select({ kind: entry.kind, slug: entry.slug })
    .from(entry)
    .where(and(newUntil(kinds, until), sql`${newAt} > ${since.toISOString()}::timestamptz`))
    .orderBy(desc(entry.publishedAt), entry.slug)
    .limit(limit);

type WeeklyMail = typeof weeklyMails.$inferSelect;

const ofUser = (userId: string) => eq(weeklyMails.userId, userId);

/** Returns since when a user wants the weekly mail, or null. */
export async function findSubscription(
  database: Database,
  userId: string,
): Promise<Pick<WeeklyMail, "createdAt"> | null> {
  const [wish] = await database
    .select({ createdAt: weeklyMails.createdAt })
    .from(weeklyMails)
    .where(ofUser(userId));
  return wish ?? null;
}

/** Stores that a user wants the mail; changes nothing for somebody who already gets it. */
export async function subscribe(
  database: Database,
  wish: Pick<WeeklyMail, "userId" | "createdAt" | "dueAt" | "newSince">,
): Promise<void> {
  await database.insert(weeklyMails).values(wish).onConflictDoNothing();
}

export async function unsubscribe(database: Database, userId: string): Promise<void> {
  await database.delete(weeklyMails).where(ofUser(userId));
}

/** Whom a mail is for, and what decides whether it is sent. */
type Recipient = {
  userId: string;
  /** Null while the address is not proven. */
  email: string | null;
  language: Language;
  roles: Role[];
  subscriptionOwned: boolean;
};

/** SQL condition: a membership of the user is in force. */
const ownsSubscription = (now: Date) =>
  sql<boolean>`exists (select from ${subscriptions} where ${subscriptions.userId} = ${users.id} and ${membershipInForce(now)})`;

/** SQL condition: somebody who wants the mail may have it, as `mayRead` says. */
export const isReader = (now: Date) =>
  and(
    isNotNull(users.email),
    isReachable(users.email),
    or(arrayContains(users.roles, ["ROLE_ADMIN"]), ownsSubscription(now)),
  );

const recipientColumns = (now: Date) => ({
  userId: weeklyMails.userId,
  newSince: weeklyMails.newSince,
  email: users.email,
  language: users.language,
  roles: users.roles,
  subscriptionOwned: ownsSubscription(now),
});

/** Returns mails that are due, locked; those that another process has locked are left to it. */
const lockDueMails = (
  tx: Database,
  now: Date,
  limit: number,
): Promise<(Recipient & Pick<WeeklyMail, "newSince">)[]> =>
  tx
    .select(recipientColumns(now))
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(lte(weeklyMails.dueAt, now))
    .orderBy(asc(weeklyMails.dueAt))
    .limit(limit)
    .for("update", { of: weeklyMails, skipLocked: true });

/** Returns the recipient of a mail, with the language of the portal that it is in; null when they have unsubscribed, mails to them come back, or the account is gone. */
async function findRecipient(
  { database, brand, now }: Pick<Portal, "database" | "brand" | "now">,
  userId: string,
): Promise<Recipient | null> {
  const [recipient] = await database
    .select(recipientColumns(now()))
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(and(ofUser(userId), isReachable(users.email)));
  return recipient
    ? { ...recipient, language: servedLanguage(brand.languages, recipient.language) }
    : null;
}

async function postpone(
  tx: Database,
  userId: string,
  changes: Pick<WeeklyMail, "dueAt" | "newSince">,
): Promise<void> {
  await tx.update(weeklyMails).set(changes).where(ofUser(userId));
}

/** Records that a mail is being sent. Returns false when it was before, or the mail is no longer wanted. */
async function claimMail(database: Database, userId: string, until: Date) {
  const { sentUntil } = weeklyMails;
  const claimed = await database
    .update(weeklyMails)
    .set({ sentUntil: until })
    .where(and(ofUser(userId), or(isNull(sentUntil), lt(sentUntil, until))))
    .returning({ userId: weeklyMails.userId });
  return claimed.length > 0;
}

/** Takes a claim back, so that the mail is tried again. */
async function releaseMail(
  database: Database,
  userId: string,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await database
    .update(weeklyMails)
    .set({ sentUntil: since })
    .where(and(ofUser(userId), eq(weeklyMails.sentUntil, until)));
}

/** Returns why a user gets a mail, and the address that ends such mails without a login, for good. */
export async function unsubscribeLine(
  { config, database, brand }: Pick<Portal, "config" | "database" | "brand">,
  userId: string,
  language: Language,
): Promise<NonNullable<Mail["unsubscribe"]>> {
  const t = textsIn(language);
  const token = await signId(database, "weekly-mail", userId);
  const query = `${languageParameter}=${language}`;
  return {
    why: t("mails:weekly.why", { brand: brand.name }),
    label: t("mails:weekly.unsubscribe"),
    url: `${publicOrigin(config)}/api/weekly-mail/${token}?${query}`,
  };
}

/** Returns the user whose mails contain this token; null if the portal did not sign it. */
export const userOfToken = (database: Database, token: string): Promise<string | null> =>
  signedIdOf(database, "weekly-mail", token);
