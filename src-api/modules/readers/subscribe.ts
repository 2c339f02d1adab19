import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { getNews, setNews, subscribe } from "#shared/api/readers.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { languageParameter, languages, servedLanguage } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, lte } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { findBounces } from "#api/infra/mail/bounces.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { findUser, lockUser } from "#api/modules/accounts/module.ts";
import type { Portal } from "#api/portal.ts";
import { agree, findConsents, withdraw } from "./consents.ts";
import { linkPages } from "./link-pages.ts";
import { readerRequests, readers } from "./schema.ts";

/** How long the link works: as long as the address is stored without being proven. */
const linkLifeMs = 7 * dayMs;
/** Shortest time between two links to one address. */
const linkPauseMs = hourMs;

/** Serves subscribing with an address alone, which a mailed link proves, and the setting in the account. */
export async function subscribeRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, subscribe, async ({ body }, request) => {
    await throttle(portal, "subscribe", request.ip, body.email);
    await throttleRecipient(portal, body.email, request.ip);
    await requestLink(portal, body);
  });

  serve(app, getNews, (_, request) => presentNews(portal.database, requireUser(request).userId));

  serve(app, setNews, async ({ body: { wanted } }, request) => {
    const { userId } = requireUser(request);
    return portal.database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user?.email) throw new ApiError("unauthorized");
      const { email, language } = user;
      const at = portal.now();
      if (wanted) await agree(tx, { email, language, source: "account" }, at);
      else await withdrawUser(tx, userId, at);
      return presentNews(tx, userId);
    });
  });

  await app.register((scope) =>
    linkPages(scope, {
      path: "/news/confirm/:token",
      texts: "confirmNews",
      next: routePath("home"),
      isValid: async (token) => (await findRequest(portal, token)) !== null,
      act: (token) => confirm(portal, token),
    }),
  );
}

async function presentNews(database: Database, userId: string) {
  const user = await findUser(database, userId);
  const consent = (await findConsents(database, [userId])).get(userId);
  const email = user?.email ?? "";
  const bounce = (await findBounces(database, [email])).get(email);
  return {
    wanted: consent !== undefined && consent.withdrawnAt === null,
    bouncedAt: bounce?.bouncedAt.toISOString() ?? null,
  };
}

async function withdrawUser(tx: Database, userId: string, at: Date): Promise<void> {
  const [own] = await tx.select({ id: readers.id }).from(readers).where(eq(readers.userId, userId));
  if (own) await withdraw(tx, own.id, at);
}

const confirmMail = defineJob({
  name: "readers.mail-confirm",
  payload: z.object({ email: z.string(), language: z.enum(languages), token: z.string() }),
  sealed: true,
  retry: patientRetries,
});

/** Stores who asked and enqueues the link; does nothing within an hour of the last link. */
const requestLink = (
  { database, jobs, now }: Pick<Portal, "database" | "jobs" | "now">,
  { email, language }: z.infer<typeof subscribe.body>,
): Promise<void> =>
  database.transaction(async (tx) => {
    const token = newToken();
    const createdAt = now();
    const request = {
      language,
      tokenHash: hashToken(token),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + linkLifeMs),
    };
    const { createdAt: last } = readerRequests;
    const stored = await tx
      .insert(readerRequests)
      .values({ email, ...request })
      .onConflictDoUpdate({
        target: readerRequests.email,
        set: request,
        setWhere: lte(last, new Date(createdAt.getTime() - linkPauseMs)),
      })
      .returning({ email: readerRequests.email });
    if (stored.length > 0) await jobs.enqueue(tx, confirmMail, { email, language, token });
  });

/** Returns the request whose link has this token, or null once it has expired. */
async function findRequest({ database, now }: Pick<Portal, "database" | "now">, token: string) {
  const { tokenHash, expiresAt } = readerRequests;
  const [request] = await database
    .select()
    .from(readerRequests)
    .where(and(eq(tokenHash, hashToken(token)), gt(expiresAt, now())));
  return request ?? null;
}

/** Subscribes the address of a link. The link works until it expires, so that a second click is not an error. */
const confirm = (portal: Pick<Portal, "database" | "now">, token: string): Promise<boolean> =>
  portal.database.transaction(async (tx) => {
    const request = await findRequest({ database: tx, now: portal.now }, token);
    if (request) await agree(tx, { ...request, source: "subscription" }, portal.now());
    return request !== null;
  });

/** Handles the mail with the link. */
export function handleConfirmMails(portal: Portal): void {
  const { brand, config, mailer } = portal;
  portal.jobs.handle(confirmMail, async ({ email: to, token, ...payload }) => {
    if (!(await findRequest(portal, token))) return;
    const language = servedLanguage(brand.languages, payload.language);
    const url = `${publicOrigin(config)}/api/news/confirm/${token}?${languageParameter}=${language}`;
    const values = { brand: portal.brand.name };
    await mailer.send(composeMail("news-confirm", { to, language, url, values }));
  });
}
