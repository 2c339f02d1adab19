import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ActName } from "#shared/api/audit.ts";
import {
  addWebhook,
  deleteWebhook,
  listWebhooks,
  replaceWebhookSecret,
  resendDelivery,
  testWebhook,
  webhookLimits,
  type WebhookDelivery,
} from "#shared/api/webhooks.ts";
import { dayMs } from "#shared/durations.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { asc, desc, eq, sql } from "#api/infra/database/drizzle.ts";
import { isAllowedUrl } from "#api/infra/public-request.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { requirePassword } from "#api/modules/accounts/module.ts";
import { retryGivenUp, sealSecret, send } from "./deliver.ts";
import { type Delivery, webhookDeliveries, type Webhook, webhooks } from "./schema.ts";

/** Messages that are listed of a receiver. */
const listed = 10;

/** How long the former secret signs as well. */
const formerSecretMs = dayMs;

/** Returns a secret of 256 random bits, as Standard Webhooks writes it. */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Serves the receivers of webhooks to admins. */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  /** Records an act of an admin. Of the address only the host: the rest of it may be a secret. */
  const record = (
    tx: Database,
    request: FastifyRequest,
    act: ActName,
    { url }: Pick<Webhook, "url">,
  ) =>
    recordAct(tx, {
      act,
      at: now(),
      actor: actorOf(request),
      subjectId: null,
      details: { host: new URL(url).host },
    });

  const confirmed = (request: FastifyRequest, password: string) =>
    requirePassword(portal, {
      session: requireAdmin(request),
      ip: request.ip,
      password,
      field: "password",
    });

  serve(app, listWebhooks, async () => {
    const all = await database.select().from(webhooks).orderBy(asc(webhooks.createdAt));
    const items = await Promise.all(
      all.map(async ({ id, url, events, createdAt }) => ({
        id,
        url,
        events,
        createdAt: createdAt.toISOString(),
        deliveries: (await findNewest(database, id)).map((row) => presentDelivery(row, now())),
      })),
    );
    return { items };
  });

  serve(app, addWebhook, async ({ body: { url, events, password } }, request) => {
    if (!isAllowedUrl({ url, allowsLoopback: portal.config.seedDemo }))
      throw new ApiError("validation", { fields: { url: "forms:publicAddress" } });
    const { act } = await confirmed(request, password);
    const [id, secret] = [randomUUID(), newSecret()];
    await act(async (tx) => {
      if ((await tx.$count(webhooks)) >= webhookLimits.receivers)
        throw new ApiError("limit-reached");
      await tx.insert(webhooks).values({
        id,
        url: new URL(url).href,
        secret: sealSecret(portal, id, secret),
        events: [...new Set(events)],
        createdAt: now(),
      });
      await record(tx, request, "webhook-added", { url });
    });
    return { id, secret };
  });

  serve(app, replaceWebhookSecret, async ({ params: { id }, body: { password } }, request) => {
    const { act } = await confirmed(request, password);
    const secret = newSecret();
    await act(async (tx) => {
      const webhook = await lock(tx, id);
      const formerUntil = new Date(now().getTime() + formerSecretMs);
      await tx
        .update(webhooks)
        .set({ secret: sealSecret(portal, id, secret), formerSecret: webhook.secret, formerUntil })
        .where(eq(webhooks.id, id));
      await record(tx, request, "webhook-secret-replaced", webhook);
    });
    return { id, secret };
  });

  serve(app, testWebhook, async ({ params: { id } }, request) => {
    await throttle(portal, "webhook-test", request.ip, requireAdmin(request).userId);
    const [webhook] = await database.select().from(webhooks).where(eq(webhooks.id, id));
    if (!webhook) throw new ApiError("not-found");
    await database.transaction((tx) => record(tx, request, "webhook-tested", webhook));
    const message = { id: randomUUID(), type: "webhook.test", timestamp: now(), data: {} };
    return { failure: await send(portal, webhook, message) };
  });

  serve(app, resendDelivery, async ({ params: { id } }, request) => {
    await database.transaction(async (tx) => {
      const [found] = await tx
        .select({ url: webhooks.url })
        .from(webhookDeliveries)
        .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
        .where(eq(webhookDeliveries.id, id));
      if (!found || (await retryGivenUp(tx, id)) === 0) throw new ApiError("not-found");
      await record(tx, request, "webhook-message-resent", found);
    });
  });

  serve(app, deleteWebhook, async ({ params: { id } }, request) => {
    await database.transaction(async (tx) => {
      const webhook = await lock(tx, id);
      await tx.delete(webhooks).where(eq(webhooks.id, id));
      await record(tx, request, "webhook-deleted", webhook);
    });
  });
}

/** Returns a receiver, locked. Throws `not-found`. */
async function lock(tx: Database, id: string): Promise<Webhook> {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("update");
  if (!webhook) throw new ApiError("not-found");
  return webhook;
}

const findNewest = (database: Database, id: string): Promise<Delivery[]> =>
  database
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(sql`${webhookDeliveries.createdAt} desc nulls first`, desc(webhookDeliveries.id))
    .limit(listed);

const presentDelivery = (row: Delivery, now: Date): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  at: (row.createdAt ?? now).toISOString(),
  state: row.deliveredAt ? "delivered" : row.givenUpAt ? "given-up" : "waiting",
  tries: row.tries,
  failure: row.failure && { reason: row.failure, answer: row.answer },
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
});
