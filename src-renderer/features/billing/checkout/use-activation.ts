import { useEffect, useState } from "react";
import { getPurchase, type Purchase } from "../../../../src-shared/api/billing.ts";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { setPurchase, usePurchase } from "../../../purchase/purchase-store.ts";
import { useSession } from "../../../session/session-store.ts";
import { refreshUser } from "../../../session/start-session.ts";
import { finishPurchase, includesMembership } from "./finish-purchase.ts";

/** ms between two looks at a payment that is being settled; each waits a little longer. */
const firstPause = 2_000;
const longestPause = 15_000;
/** Looks after which the page says that it takes longer: some minutes. */
const patience = 20;

export type Activation = {
  /** As last seen; null before the first answer. */
  purchase: Purchase | null;
  /** Whether there is nothing to wait for any more: paid, and the membership in force. */
  done: boolean;
  /** Waiting takes longer than usual. */
  late: boolean;
  /** Why the purchase could not be looked at, the first time. */
  failure: ApiFailure | null;
  retry: () => void;
};

const isMember = () => {
  const { token, user } = useSession.getState();
  return isActiveMember(token, user);
};

/** Takes note of a purchase as it is now, and of what it means for the user. True: wait no longer. */
async function note(purchase: Purchase): Promise<boolean> {
  if (purchase.status === "paid") finishPurchase(purchase);
  else setPurchase(purchase);
  if (purchase.status === "expired") return true;
  if (purchase.status !== "paid" && purchase.status !== "pending") return false;
  const waits = includesMembership(purchase);
  if (waits) await refreshUser();
  return purchase.status === "paid" && (!waits || isMember());
}

/**
 * Follows a purchase until it is paid and its membership in force (polling /me, ruling 17). The
 * layout changes with the membership and mounts the page anew: what is known is held by the
 * purchase state, and nothing is lost with the page.
 */
export function useActivation(id: string): Activation {
  const purchase = usePurchase((state) => (state.purchase?.id === id ? state.purchase : null));
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [looks, setLooks] = useState(0);
  const [round, setRound] = useState(0);
  const member = useSession(({ token, user }) => isActiveMember(token, user));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (times: number) => {
      const { data, error } = await call(getPurchase, {
        params: { id },
        signal,
        silent: times > 0,
      });
      if (signal.aborted) return;
      if (error && times === 0) return setFailure(error);
      if (data && (await note(data))) return;
      if (signal.aborted) return;
      setLooks(times + 1);
      const pause = Math.min(firstPause * 1.2 ** times, longestPause);
      timer = setTimeout(() => void look(times + 1), pause);
    };
    void look(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, round]);
  return {
    purchase,
    done: purchase?.status === "paid" && (member || !includesMembership(purchase)),
    late: looks > patience,
    failure: purchase ? null : failure,
    retry: () => {
      setFailure(null);
      setRound(round + 1);
    },
  };
}
