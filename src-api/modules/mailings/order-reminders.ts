import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import { servedLanguage } from "#shared/languages.ts";
import { isPartOn } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, isNull } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { sendOnce } from "#api/infra/mail/send-once.ts";
import { findUnfinishedBuyers, findUnfinishedItems } from "#api/modules/billing/module.ts";
import { isMailable, readersTable, unsubscribeLine } from "#api/modules/readers/module.ts";
import type { Portal } from "#api/portal.ts";
import { orderReminders } from "./schema.ts";

/** Enqueues the mails that are due. */
const dueJob = defineJob({
  name: "mailings.order-reminders",
  payload: z.object({}),
  singleton: true,
  schedule: "23 * * * *",
});

const reminderJob = defineJob({
  name: "mailings.remind-of-order",
  payload: z.object({ userId: z.string() }),
  retry: patientRetries,
});

/** Orders are mailed about a day after they were begun; older ones, of before the part was switched on, are not. */
const dueWindow = (now: Date) => ({
  after: new Date(now.getTime() - 3 * dayMs),
  until: new Date(now.getTime() - dayMs),
});

const isOn = ({ brand }: Pick<Portal, "brand">) => isPartOn(brand, "orderReminder");

/** Enqueues a mail to those who agreed to mails, have not finished an order, and never got this mail. */
async function enqueueReminders(portal: Portal): Promise<void> {
  const { database, jobs, now } = portal;
  if (!isOn(portal)) return;
  const at = now();
  const buyers = await findUnfinishedBuyers(database, dueWindow(at));
  if (buyers.length === 0) return;
  await database.transaction(async (tx) => {
    const mailable = await tx
      .select({ userId: readersTable.userId })
      .from(readersTable)
      .where(and(isMailable(), inArray(readersTable.userId, buyers)));
    const rows = mailable.flatMap(({ userId }) => (userId ? [{ userId, enqueuedAt: at }] : []));
    if (rows.length === 0) return;
    const added = await tx.insert(orderReminders).values(rows).onConflictDoNothing().returning();
    for (const { userId } of added) await jobs.enqueue(tx, reminderJob, { userId });
  });
}

/** Returns the mail about an order that is still unfinished; null once it is finished, given up or unwanted. */
async function composeReminder(portal: Portal, userId: string): Promise<Mail | null> {
  const { database, brand, config, now } = portal;
  const reminder = await findReminder(database, userId);
  if (!isOn(portal) || !reminder) return null;
  // As when it was enqueued: the mail may have waited for the mail server.
  const since = { after: dueWindow(reminder.enqueuedAt).after, until: dueWindow(now()).until };
  const [reader] = await database
    .select()
    .from(readersTable)
    .where(and(isMailable(), eq(readersTable.userId, userId)));
  if (!reader || (await findUnfinishedBuyers(database, since, userId)).length === 0) return null;
  const { email: to, id } = reader;
  const language = servedLanguage(brand.languages, reader.language);
  const items = await findUnfinishedItems(portal, userId, language);
  if (items.length === 0) return null;
  const names = items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name));
  const cart = items.map(({ sku, quantity }) => `${sku}*${quantity}`).join(",");
  const site = { origin: publicOrigin(config), brand };
  const url = new URL(localisedUrl(site, routePath("checkout"), language));
  url.searchParams.set("items", cart);
  const values = { brand: brand.name, items: names.join("\n") };
  return {
    ...composeMail("order-unfinished", { to, language, values, url: url.href }),
    unsubscribe: await unsubscribeLine(portal, { id, language }),
  };
}

async function remind(portal: Portal, userId: string): Promise<void> {
  const { database, mailer, now } = portal;
  const mail = await composeReminder(portal, userId);
  const claim = () => settle(database, userId, now());
  if (!mail) return void (await claim());
  const release = () => settle(database, userId, null);
  await sendOnce(mailer, mail, { claim, release: async () => void (await release()) });
}

/** Mails whoever did not finish an order, once ever, a day later (docs/decisions/0065-mails-to-audiences.md). */
export function handleOrderReminders(portal: Portal): void {
  portal.jobs.handle(dueJob, () => enqueueReminders(portal));
  portal.jobs.handle(reminderJob, ({ userId }) => remind(portal, userId));
}

/** Records that the mail is being sent, or will not be; null takes that back. Returns false if that was recorded before. */
async function settle(database: Database, userId: string, settledAt: Date | null) {
  const isWaiting = settledAt === null ? undefined : isNull(orderReminders.settledAt);
  const settled = await database
    .update(orderReminders)
    .set({ settledAt })
    .where(and(eq(orderReminders.userId, userId), isWaiting))
    .returning({ userId: orderReminders.userId });
  return settled.length > 0;
}

/** Returns when an account was reminded of an order, or null. */
export async function findReminder(database: Database, userId: string) {
  const [row] = await database
    .select({ enqueuedAt: orderReminders.enqueuedAt })
    .from(orderReminders)
    .where(eq(orderReminders.userId, userId));
  return row ?? null;
}
