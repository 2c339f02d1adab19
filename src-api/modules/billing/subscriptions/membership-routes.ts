import type { FastifyInstance } from "fastify";
import {
  cancelSubscription,
  getMembership,
  resumeSubscription,
} from "../../../../src-shared/api/billing.ts";
import { serve } from "../../../http/serve.ts";
import { requireUser } from "../../../http/session.ts";
import type { Subscription } from "../schema.ts";
import { settledSession } from "../payments/settle.ts";
import { membershipOf } from "./membership.ts";
import { cancelRenewal, setRenewal } from "./renewal.ts";
import { findSubscription } from "./subscription-store.ts";

/** Serves a user's membership: its state, cancelling at the end of the period, resuming before it. */
export default async function membershipRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const present = (subscription: Subscription | undefined) =>
    membershipOf(subscription, { now: portal.now(), testMode: portal.payments.testMode });

  serve(app, getMembership, async (_, request) => {
    const { userId } = await settledSession(portal, requireUser(request));
    return present(await findSubscription(portal.database, userId));
  });

  serve(app, cancelSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    return present(await cancelRenewal(portal, userId, request.log));
  });

  serve(app, resumeSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    return present(await setRenewal(portal, userId, true));
  });
}
