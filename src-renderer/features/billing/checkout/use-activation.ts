import { useEffect, useState } from "react";
import { getPurchase, type Purchase } from "../../../../src-shared/api/billing.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { confirmPurchase, usePurchase } from "../../../purchase/purchase-store.ts";
import { refreshUser } from "../../../session/start-session.ts";

/** ms between two looks at a payment that is being settled; each waits a little longer. */
const firstPause = 2_000;
const longestPause = 15_000;
/** Looks after which the page says that it takes longer: some minutes. */
const patience = 20;

export type Activation =
  | { state: "waiting" | "late" }
  | { state: "failed"; failure: ApiFailure }
  | { state: "known"; purchase: Purchase };

const isSettled = ({ status }: Purchase) => status !== "pending";

/** Looks at the purchase until it is settled, then confirms it: the cart is done with once it is paid. */
export function useActivation(id: string): Activation & { retry: () => void } {
  const confirmed = usePurchase(({ purchase }) => purchase);
  const [activation, setActivation] = useState<Activation>({ state: "waiting" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (times: number) => {
      const { data, error } = await call(getPurchase, {
        params: { id },
        signal: controller.signal,
        silent: times > 0,
      });
      if (controller.signal.aborted) return;
      if (data?.status === "paid") {
        await refreshUser();
        confirmPurchase(data);
      }
      if (data && isSettled(data)) return setActivation({ state: "known", purchase: data });
      if (error && times === 0) return setActivation({ state: "failed", failure: error });
      setActivation({ state: times > patience ? "late" : "waiting" });
      const pause = Math.min(firstPause * 1.2 ** times, longestPause);
      timer = setTimeout(() => void look(times + 1), pause);
    };
    void look(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, round]);
  const retry = () => {
    setActivation({ state: "waiting" });
    setRound(round + 1);
  };
  // The layout changes with the membership and mounts the page anew: what is confirmed stays so.
  if (confirmed?.id === id && confirmed.status === "paid") {
    return { state: "known", purchase: confirmed, retry };
  }
  return { ...activation, retry };
}
