import * as z from "zod/mini";
import { isActiveMember } from "#shared/active-member.ts";
import type { Teaser } from "#shared/api/library.ts";
import { routePath } from "#shared/routes.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { businessDay } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import { teasersOf } from "#api/modules/library/entries/public-teasers.ts";
import { entryUrl } from "#api/modules/library/feeds/feed.ts";
import { findLatestNews, findNews } from "./news-store.ts";
import { sendOnce } from "./send-once.ts";
import { unsubscribeLine } from "./unsubscribe.ts";
import {
  claimMail,
  findRecipient,
  lockDueMails,
  postpone,
  releaseMail,
  type Recipient,
} from "./weekly-mail-store.ts";

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
export type Reader = Recipient & { email: string };

export const isEligible = (recipient: Recipient): recipient is Reader =>
  recipient.email !== null && isActiveMember("held", recipient);

/** Number of mails that are enqueued in one transaction. */
const batch = 100;

/** Enqueues a batch of due mails and moves each to the next week. Returns how many were due. */
const enqueueBatch = ({ brand, database, jobs, now }: Portal): Promise<number> =>
  database.transaction(async (tx) => {
    const until = now();
    const due = await lockDueMails(tx, until, batch);
    const latest = due.length > 0 ? await findLatestNews(tx, until) : null;
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
  const keys = await findNews(portal.database, { ...news, limit: maxTeasers });
  const teasers = await teasersOf({ ...portal, now }, keys, language);
  return keys.map((key) => teasers.of(key)).filter((teaser) => teaser !== undefined);
}

async function composeWeeklyMail(
  portal: Portal,
  { userId, email: to, language }: Reader,
  teasers: readonly [Teaser, ...Teaser[]],
): Promise<Mail> {
  const origin = publicOrigin(portal.config);
  const values = { brand: portal.brand.name, title: teasers[0].title };
  const url = localisedUrl(origin, routePath("dashboard"), language);
  return {
    ...composeMail("weekly", { to, language, values, url }),
    entries: teasers.map((teaser) => ({
      title: teaser.title,
      text: teaser.summary,
      url: entryUrl(origin, teaser, language),
    })),
    unsubscribe: await unsubscribeLine(portal, userId, language),
  };
}

/** Mails one user, unless the mail about that time was sent before. */
export async function mailNews(portal: Portal, userId: string, news: News): Promise<void> {
  const { database, mailer } = portal;
  const recipient = await findRecipient(database, userId, portal.now());
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
