import { useState } from "react";
import {
  cancelSubscription,
  getMembership,
  resumeSubscription,
  type Membership,
} from "../../../../src-shared/api/billing.ts";
import { call } from "../../../api-client/client.ts";
import { refresh } from "../../../api-client/query.ts";

const endpoints = { cancel: cancelSubscription, resume: resumeSubscription };
export type SubscriptionAction = keyof typeof endpoints;

/** What came of the last action: the membership as it is now, or null where nothing changed. */
export type SubscriptionOutcome = { action: SubscriptionAction; membership: Membership | null };

/**
 * Cancels and resumes the subscription. A failure changes nothing (ruling 20); after a success every
 * page sees the new state.
 */
export function useSubscription() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SubscriptionOutcome | null>(null);
  const run = async (action: SubscriptionAction) => {
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    const { data } = await call(endpoints[action], {});
    if (data) await refresh(getMembership);
    setBusy(false);
    setOutcome({ action, membership: data });
  };
  return { busy, outcome, run };
}
