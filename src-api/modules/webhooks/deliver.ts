import { Webhook as Signer } from "standardwebhooks";
import * as z from "zod/mini";
import type { webhookFailures } from "#shared/api/webhooks.ts";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, isNotNull, isNull, lte, or, sql } from "#api/infra/database/drizzle.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { postToPublic } from "#api/infra/public-request.ts";
import { newestTeasers, teaserItem } from "#api/modules/library/module.ts";
import type { Portal } from "#api/portal.ts";
import { type Delivery, webhookDeliveries, type Webhook, webhooks } from "./schema.ts";

/** Waits after the first failed try, the second, and so on: three days in all. After the last one it is given up. */
const waitsMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  ...Array.from({ length: 5 }, () => 12 * hourMs),
];

/** Time that a receiver has for its answer. */
const answerWithinMs = 10_000;

/** Messages that a receiver gets in one run, and tries in vain after which the others wait for the next run. */
const perRun = { messages: 25, failures: 3 };

/**
 * An entry is announced if it appears at most this long after its time of publication: imports bring many old ones. It is less than
 * the time of all tries, so that a dismissed message does not come back.
 */
const announcedWithinMs = 2 * dayMs;

/** Sends what is due, every minute; one process at a time. */
const deliveryJob = defineJob({
  name: "webhooks.deliver",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
  expireInSeconds: 15 * 60,
});

type Failure = {
  reason: (typeof webhookFailures)[number];
  /** Status and the beginning of the body; null without an answer. */
  answer: string | null;
};

const purposeOf = (id: string) => `webhook ${id}`;

export const sealSecret = ({ sealer }: Pick<Portal, "sealer">, id: string, secret: string) =>
  sealer.seal(purposeOf(id), secret);

/** Signs with the present secret, and with the former one as long as that is valid. */
function signaturesOf(
  { sealer, now }: Pick<Portal, "sealer" | "now">,
  { id, secret, formerSecret, formerUntil }: Webhook,
  message: { id: string; body: string },
): string {
  const at = now();
  const former = formerSecret !== null && formerUntil !== null && formerUntil > at;
  return [secret, ...(former ? [formerSecret] : [])]
    .map((sealed) => new Signer(sealer.unseal(purposeOf(id), sealed)))
    .map((signer) => signer.sign(message.id, at, message.body))
    .join(" ");
}

type Message = { id: string; type: string; timestamp: Date; data: Record<string, unknown> };

/** Sends a message to a receiver. Returns why that failed; null if it was taken. */
export async function send(
  portal: Pick<Portal, "sealer" | "now" | "config">,
  webhook: Webhook,
  { id, ...message }: Message,
  timeoutMs = answerWithinMs,
): Promise<Failure | null> {
  const body = JSON.stringify(message);
  const target = { url: webhook.url, allowsLoopback: portal.config.seedDemo };
  const result = await postToPublic(target, {
    body,
    timeoutMs,
    headers: {
      "content-type": "application/json",
      "user-agent": "Ringside-Webhooks",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(portal.now().getTime() / 1000)),
      "webhook-signature": signaturesOf(portal, webhook, { id, body }),
    },
  });
  if ("failed" in result) return { reason: result.failed, answer: null };
  const { status } = result;
  if (status >= 200 && status < 300) return null;
  // What a receiver answers is shown to admins: without what PostgreSQL cannot store.
  const answer = `${status} ${result.body.replaceAll("\0", "").toWellFormed()}`.trim();
  return { reason: status >= 300 && status < 400 ? "redirect" : "status", answer };
}

/** Writes messages about entries that have appeared, each once for each receiver. */
async function announceEntries({ database, now, brand, config }: Portal): Promise<void> {
  const wanting = await database
    .select({ id: webhooks.id, createdAt: webhooks.createdAt })
    .from(webhooks)
    .where(sql`'entry.published' = any(${webhooks.events})`);
  if (wanting.length === 0) return;
  const [language] = brand.languages;
  const site = { brand, origin: publicOrigin(config) };
  const since = now().getTime() - announcedWithinMs;
  const newest = await newestTeasers({ database, now, brand }, { language, limit: 50 });
  const rows = newest
    .filter(({ publishedAt }) => Date.parse(publishedAt) > since)
    .flatMap((teaser) => {
      const { kind, slug, publishedAt, author, tags } = teaser;
      const { id, url, title, summary } = teaserItem(teaser, site, language);
      const data = { id, kind, slug, url, title, summary, author, tags, publishedAt };
      const subject = `${kind}/${teaser.firstSlug} ${publishedAt}`;
      return wanting
        .filter(({ createdAt }) => Date.parse(publishedAt) >= createdAt.getTime())
        .map(({ id: webhookId }) => ({
          webhookId,
          event: "entry.published" as const,
          subject,
          data,
        }));
    });
  if (rows.length > 0) await database.insert(webhookDeliveries).values(rows).onConflictDoNothing();
}

const isWaiting = and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.givenUpAt));

/** Stores what became of a try. Nothing where an admin has deleted the receiver meanwhile. */
async function recordTry(
  { database, now }: Pick<Portal, "database" | "now">,
  { id, tries }: Delivery,
  failure: Failure | null,
): Promise<void> {
  const at = now();
  const wait = waitsMs[tries];
  const changes = failure
    ? {
        tries: tries + 1,
        failure: failure.reason,
        answer: failure.answer,
        nextTryAt: wait === undefined ? null : new Date(at.getTime() + wait),
        givenUpAt: wait === undefined ? at : null,
      }
    : { deliveredAt: at, data: null, failure: null, answer: null, nextTryAt: null };
  await database
    .update(webhookDeliveries)
    .set(changes)
    .where(and(eq(webhookDeliveries.id, id), isWaiting));
}

/** Sends the due messages of a receiver, the oldest first. Several failures in a row leave the rest to the next run. */
async function deliverTo(portal: Portal, webhook: Webhook, timeoutMs?: number): Promise<void> {
  const { nextTryAt, createdAt } = webhookDeliveries;
  const due = await portal.database
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhook.id),
        isWaiting,
        isNotNull(createdAt),
        or(isNull(nextTryAt), lte(nextTryAt, portal.now())),
      ),
    )
    .orderBy(sql`coalesce(${nextTryAt}, ${createdAt})`, webhookDeliveries.id)
    .limit(perRun.messages);
  let failures = 0;
  for (const delivery of due) {
    const { id, event: type, createdAt: timestamp, data } = delivery;
    if (failures >= perRun.failures || timestamp === null) return;
    const failure = await send(
      portal,
      webhook,
      { id, type, timestamp, data: data ?? {} },
      timeoutMs,
    );
    failures = failure ? failures + 1 : 0;
    // A process that ends here has the message sent again, with the same id.
    await recordTry(portal, delivery, failure);
  }
}

/** Sends what is due to all receivers, side by side. */
export async function deliverDue(portal: Portal, timeoutMs?: number): Promise<void> {
  const { database, now } = portal;
  await announceEntries(portal);
  await database
    .update(webhookDeliveries)
    .set({ createdAt: now() })
    .where(isNull(webhookDeliveries.createdAt));
  const all = await database.select().from(webhooks);
  const ended = await Promise.allSettled(
    all.map((webhook) => deliverTo(portal, webhook, timeoutMs)),
  );
  const errors = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, "Some webhooks could not be sent.");
}

export const handleDeliveries = (portal: Portal): void =>
  portal.jobs.handle(deliveryJob, () => deliverDue(portal));

const isGivenUp = isNotNull(webhookDeliveries.givenUpAt);

/** How messages that were given up are listed on the board, among the jobs that were. */
export const givenUpName = "webhooks.message";

/** Counts the messages that were given up, and says since when the oldest waits (ms); null: there is none. */
export async function countGivenUp(
  database: Database,
): Promise<{ name: string; count: number; failed: number; since: number } | null> {
  const [row] = await database
    .select({
      count: sql<number>`count(*)::int`,
      since: sql<Date | null>`min(${webhookDeliveries.createdAt})`.mapWith(
        webhookDeliveries.createdAt,
      ),
    })
    .from(webhookDeliveries)
    .where(isGivenUp);
  if (!row?.since) return null;
  return { name: givenUpName, count: row.count, failed: row.count, since: row.since.getTime() };
}

const again = { givenUpAt: null, tries: 0, nextTryAt: null };

/** Has messages that were given up tried again, for three days: one, or all. Returns how many there were. */
export async function retryGivenUp(database: Database, id?: string): Promise<number> {
  const tried = await database
    .update(webhookDeliveries)
    .set(again)
    .where(and(isGivenUp, id === undefined ? undefined : eq(webhookDeliveries.id, id)))
    .returning({ id: webhookDeliveries.id });
  return tried.length;
}

/** Deletes the messages that were given up. Returns how many there were. */
export async function dismissGivenUp(database: Database): Promise<number> {
  const deleted = await database
    .delete(webhookDeliveries)
    .where(isGivenUp)
    .returning({ id: webhookDeliveries.id });
  return deleted.length;
}
