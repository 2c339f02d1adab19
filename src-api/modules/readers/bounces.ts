import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bounceSecretHeader, reportBounces, retryBounced } from "#shared/api/readers.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, isNull } from "#api/infra/database/drizzle.ts";
import { recordBounce, retryAddress } from "#api/infra/mail/bounces.ts";
import { users } from "#api/modules/accounts/module.ts";
import { readers } from "./schema.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Throws 404 where no secret is configured, 401 unless the request has it. */
function requireSecret({ headers, server }: FastifyRequest): void {
  const { mailWebhookSecret } = server.portal.config;
  if (mailWebhookSecret === null) throw new ApiError("not-found");
  const given = String(headers[bounceSecretHeader] ?? "");
  if (!timingSafeEqual(digest(given), digest(mailWebhookSecret)))
    throw new ApiError("unauthorized");
}

/**
 * Serves what the mail provider reports of mails that it took, and an admin's wish to try an address again. No mails to readers go to
 * a reported address any more. Repeated reports change nothing, so that a provider may send them until they are answered; nor does one
 * of a mail from before its reader agreed (again).
 */
export async function bounceRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, reportBounces, async ({ body: { reports } }, request) => {
    requireSecret(request);
    for (const { address: email, type, at, reason } of reports) {
      const bouncedAt = new Date(at);
      if (await hasAgreedSince(database, email, bouncedAt)) continue;
      await recordBounce(database, {
        email,
        bouncedAt,
        reason: reason ? `${type}: ${reason}` : type,
      });
      if (type === "complaint") await withdrawAddress(database, email, now());
    }
  });

  serve(app, retryBounced, ({ body: { email } }, request) =>
    database.transaction(async (tx) => {
      const at = now();
      if (!(await retryAddress(tx, email, at))) throw new ApiError("not-found");
      const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      const actor = actorOf(request);
      await recordAct(tx, { act: "address-retried", at, actor, subjectId: account?.id ?? null });
    }),
  );
}

const hasAgreedSince = async (database: Database, email: string, at: Date): Promise<boolean> =>
  (await database.$count(readers, and(eq(readers.email, email), gt(readers.consentedAt, at)))) > 0;

/** Stores that the owner of an address has marked a mail as spam: nobody who did that wants mails any more. */
async function withdrawAddress(database: Database, email: string, now: Date): Promise<void> {
  await database
    .update(readers)
    .set({ withdrawnAt: now })
    .where(and(eq(readers.email, email), isNull(readers.withdrawnAt)));
}
