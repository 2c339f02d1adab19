import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  cancelSubscription,
  getMembership,
  resumeSubscription,
} from "../../../../src-shared/api/billing.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { membershipOf } from "./membership-status.ts";
import { setRenewal } from "./renewal.ts";
import { settledSession } from "../payments/settle.ts";
import { findSubscription } from "./subscription.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";

/** Any failure of cancelling has the specified text and changes nothing (section 8, ruling 20). */
function cancelFailed(request: FastifyRequest, error: unknown): never {
  if (error instanceof ApiError) throw error;
  request.log.error({ err: error }, "subscription could not be cancelled");
  throw new ApiError("cancel-failed");
}

/** A user's membership: its state, cancelling at the end of the period, resuming before it. */
export default async function membershipRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getMembership, async (_, request) => {
    const { userId } = await settledSession(app, requireUser(request));
    return membershipOf(await findSubscription(portal.database, userId), portal.now());
  });

  serve(app, cancelSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    const subscription = await setRenewal(portal, userId, false).catch((error: unknown) =>
      cancelFailed(request, error),
    );
    return membershipOf(subscription, portal.now());
  });

  serve(app, resumeSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    return membershipOf(await setRenewal(portal, userId, true), portal.now());
  });
}
