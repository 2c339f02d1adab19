import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bounceSecretHeader, reportBounces } from "#shared/api/readers.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordBounce } from "#api/infra/mail/bounces.ts";
import { withdrawAddress } from "./consents.ts";

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
 * Serves what the mail provider reports of mails that it took: no mails to readers go to these addresses any more. Repeated reports
 * change nothing, so that a provider may send them until they are answered.
 */
export async function bounceRoutes(app: FastifyInstance): Promise<void> {
  serve(app, reportBounces, async ({ body: { reports } }, request) => {
    requireSecret(request);
    for (const { address, type, at, reason } of reports) {
      await recordBounce(app.portal.database, {
        email: address,
        bouncedAt: new Date(at),
        reason: reason ? `${type}: ${reason}` : type,
      });
      if (type === "complaint")
        await withdrawAddress(app.portal.database, address, app.portal.now());
    }
  });
}
