import { useEffect, useState } from "react";
import { isActiveMember } from "#shared/active-member.ts";
import { getPurchase, listPurchases, type Purchase } from "#shared/api/billing.ts";
import { listDeliveries } from "#shared/api/deliveries.ts";
import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { getMembership } from "#shared/api/membership.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import type { ViewedQuery } from "#renderer/components/query-view.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  addToCart,
  confirmPurchase,
  setPurchase,
  usePurchase,
} from "#renderer/purchase/purchase-store.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { refreshUser } from "#renderer/session/start-session.ts";

export const includesMembership = ({ lines }: Purchase): boolean =>
  lines.some(({ kind }) => kind === "membership");

/** Returns whether all is done that the buyer has to wait for: a debit is decided by the bank in some days. */
const isTaken = ({ status, awaitsBank }: Purchase): boolean =>
  status === "paid" || (status === "pending" && awaitsBank === true);

/** Removes the bought items from the cart; without a payment under way here that was done before. */
function finishPurchase(purchase: Purchase): void {
  void refresh(getMembership);
  void refresh(listPurchases);
  void refresh(listDeliveries);
  if (platform.read("checkoutAttempt") === null) return setPurchase(purchase);
  const bought = new Set(purchase.lines.map(({ sku }) => sku));
  const rest = usePurchase
    .getState()
    .purchaseItems.filter(
      ({ sku, kind }) =>
        !bought.has(sku) && !(kind === "membership" && includesMembership(purchase)),
    );
  confirmPurchase(purchase);
  rest.forEach(addToCart);
}

/** Between two requests for what a payment is about to change; each pause is a little longer. */
export const activationPolling: BackOff = { firstMs: 2_000, maxMs: 15_000, factor: 1.2 };
/** Number of requests after which the page says that it takes longer: a few minutes. */
const lateAfterRequests = 20;

/** The purchase as last seen; `error` is set only if the first request failed. */
type Activation = ViewedQuery<Purchase, ApiFailure> & {
  /** Whether it is paid and, if it contains a membership, the membership is in force. */
  done: boolean;
  /** Whether it takes longer than usual. */
  late: boolean;
};

const isMember = () => {
  const { token, user } = useSession.getState();
  return isActiveMember(token, user);
};

/** Stores a purchase and what follows from it. Resolves to whether polling can stop. */
async function store(purchase: Purchase): Promise<boolean> {
  if (isTaken(purchase)) finishPurchase(purchase);
  else setPurchase(purchase);
  if (["expired", "void", "uncollectible"].includes(purchase.status)) return true;
  if (purchase.status !== "paid" && purchase.status !== "pending") return false;
  const waits = includesMembership(purchase);
  if (waits) await refreshUser({ background: true });
  return isTaken(purchase) && (!waits || isMember());
}

/** Polls a purchase until it is paid and its membership is in force. It is kept for when the user comes back. */
export function useActivation(id: string): Activation {
  const purchase = usePurchase((state) => (state.purchase?.id === id ? state.purchase : null));
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [requests, setRequests] = useState(0);
  const [round, setRound] = useState(0);
  const member = useSession(({ token, user }) => isActiveMember(token, user));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = async (times: number) => {
      const { data, error } = await call(getPurchase, {
        params: { id },
        signal,
        silent: times > 0,
        background: times > 0,
      });
      if (signal.aborted) return;
      if (error && times === 0) return setFailure(error);
      if (data && (await store(data))) return;
      if (signal.aborted) return;
      setRequests(times + 1);
      timer = setTimeout(() => void request(times + 1), backOffMs(activationPolling, times));
    };
    void request(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, round]);
  const isDone =
    purchase !== null && isTaken(purchase) && (member || !includesMembership(purchase));
  // A membership that ends while the confirmation is read does not take it away.
  const [done, setDone] = useState(isDone);
  if (isDone && !done) setDone(true);
  return {
    data: purchase ?? undefined,
    error: failure && { failure },
    refetch: () => {
      setFailure(null);
      setRound(round + 1);
    },
    done: done || isDone,
    late: requests > lateAfterRequests,
  };
}
