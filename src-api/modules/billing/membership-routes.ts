import type { FastifyInstance } from "fastify";
import {
  cancelSubscription,
  changeCard,
  getMembership,
  payRenewal,
  previewSwitch,
  resumeSubscription,
  switchSubscription,
  undoSwitch,
} from "#shared/api/membership.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { findBalance } from "./credit.ts";
import { findInvoice, findUnpaidRenewal } from "./invoices.ts";
import { beginCardSetup } from "./cards.ts";
import { beginPayment } from "./payment-pages.ts";
import { settledSession } from "./payments.ts";
import { presentMembership } from "./membership.ts";
import { cancelRenewal, setRenewal } from "./cancel.ts";
import { findBought } from "#api/modules/membership/module.ts";
import { planSwitch, presentSwitch, switchPeriod, undoSwitchOf } from "./switch.ts";

/** Serves a user's membership: its state, cancelling, resuming, changing the period, and the card. */
export async function membershipRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  const requireBoughtBy = async (userId: string) => {
    const subscription = await findBought(database, userId, portal.now());
    if (!subscription) throw new ApiError("no-subscription");
    return subscription;
  };

  serve(app, getMembership, async (_, request) => {
    const { userId } = await settledSession(portal, requireUser(request));
    return presentMembership(portal, userId);
  });

  serve(app, cancelSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    await cancelRenewal(portal, userId, { actor: actorOf(request), log: request.log });
    return presentMembership(portal, userId);
  });

  serve(app, resumeSubscription, async (_, request) => {
    const { userId } = requireUser(request);
    await setRenewal(portal, userId, { renews: true, actor: actorOf(request) });
    return presentMembership(portal, userId);
  });

  serve(app, previewSwitch, async ({ query }, request) => {
    const { userId } = requireUser(request);
    const subscription = await requireBoughtBy(userId);
    const planned = await planSwitch(database, subscription, { to: query.to, now: portal.now() });
    const balance = await findBalance(database, userId, planned.plan.price.currency);
    return presentSwitch(subscription, planned, { balance, language: request.language });
  });

  serve(app, switchSubscription, async ({ body }, request) => {
    const { userId } = requireUser(request);
    const waiting = await switchPeriod(portal, userId, body, request.log);
    const invoice = waiting === null ? undefined : await findInvoice(database, waiting);
    const paymentUrl = invoice ? await beginPayment(portal, invoice, request) : null;
    return { membership: await presentMembership(portal, userId), paymentUrl };
  });

  serve(app, undoSwitch, async (_, request) => {
    const { userId } = requireUser(request);
    await undoSwitchOf(portal, userId);
    return presentMembership(portal, userId);
  });

  serve(app, payRenewal, async (_, request) => {
    const { userId } = requireUser(request);
    const { id } = await requireBoughtBy(userId);
    const invoice = await findUnpaidRenewal(database, id);
    const url = invoice ? await beginPayment(portal, invoice, request) : null;
    if (url) return { url };
    const isPossible = await portal.payments.current.available();
    throw new ApiError(isPossible ? "no-subscription" : "payments-unavailable");
  });

  serve(app, changeCard, async (_, request) => {
    const { userId } = requireUser(request);
    await requireBoughtBy(userId);
    return { url: await beginCardSetup(portal, userId, request) };
  });
}
