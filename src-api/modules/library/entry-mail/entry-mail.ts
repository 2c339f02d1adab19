import * as z from "zod/mini";
import { languages, type Language } from "#shared/languages.ts";
import { entryParams } from "#shared/api/library.ts";
import type { Teaser } from "#shared/api/library.ts";
import { defineJob, patientRetries, PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { findUser } from "#api/modules/accounts/module.ts";
import type { EntryKey } from "#api/modules/library/entries/write-store.ts";
import { publicTeaser } from "#api/modules/library/entries/public-teasers.ts";
import { entryUrl } from "#api/modules/library/feeds/feed.ts";
import { sendOnce } from "#api/modules/library/weekly-mail/send-once.ts";
import { unsubscribeLine } from "#api/modules/library/weekly-mail/unsubscribe.ts";
import { isEligible } from "#api/modules/library/weekly-mail/weekly-mail.ts";
import { findRecipient } from "#api/modules/library/weekly-mail/weekly-mail-store.ts";
import {
  addRecipients,
  countRecipients,
  findPublishedAt,
  findWaiting,
  forgetWithdrawn,
  lockDueMail,
  settle,
  unsettle,
  type Recipient,
} from "./entry-mail-store.ts";

/** Enqueues the mails of entries that have appeared; those that are sent at once make it due before its time. */
export const dueJob = defineJob({
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
export const testMailJob = defineJob({
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
export async function teaserToMail(
  { database, now }: Pick<Portal, "database" | "now">,
  key: EntryKey,
  language: Language,
): Promise<Teaser | null> {
  const publishedAt = await findPublishedAt(database, key);
  if (!publishedAt) return null;
  const then = publishedAt > now() ? publishedAt : now();
  return publicTeaser({ database, now: () => then }, { ...key, language });
}

/** Returns the mail of an entry: what its teaser tells, and nothing of the text. */
export async function composeEntryMail(
  portal: Pick<Portal, "config" | "database" | "brand">,
  { userId, to, language }: { userId: string; to: string; language: Language },
  teaser: Teaser,
) {
  const { title, summary: text } = teaser;
  const url = entryUrl(publicOrigin(portal.config), teaser, language);
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
  const reader = await findRecipient(database, to.userId, now());
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
  jobs.handle(testMailJob, async ({ userId, language, ...key }) => {
    const to = (await findUser(database, userId))?.email;
    const teaser = await teaserToMail(portal, key, language);
    if (to && teaser) {
      await mailer.send(await composeEntryMail(portal, { userId, to, language }, teaser));
    }
  });
}
