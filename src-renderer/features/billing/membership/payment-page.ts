import { useEffect, useState } from "react";
import { listPurchases } from "#shared/api/billing.ts";
import { changeCard, getMembership, type Membership, payRenewal } from "#shared/api/membership.ts";
import { backOffMs } from "#shared/back-off.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, setAnswer } from "#renderer/api-client/query.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { refreshUser } from "#renderer/session/start-session.ts";
import { activationPolling } from "../checkout/use-activation.ts";
import { useReturnFromPayment } from "../checkout/use-payment.ts";

/** Loads the membership again without showing errors. */
async function reload({ background = false } = {}): Promise<void> {
  const { data } = await call(getMembership, { silent: true, background });
  if (data) await setAnswer(getMembership, data);
}

/** Loads the membership again and again while `waits`: a payment page, or a bank, is about to change it. */
export function useMembershipPolling(waits: boolean): void {
  useEffect(() => {
    if (!waits) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (times: number) => {
      timer = setTimeout(
        () => {
          void reload({ background: true });
          wait(times + 1);
        },
        backOffMs(activationPolling, times),
      );
    };
    wait(0);
    return () => {
      clearTimeout(timer);
      // What was paid is a purchase, and may have changed what the user may open.
      void refresh(listPurchases);
      void refreshUser();
    };
  }, [waits]);
}

/** The outcome of a payment page, as far as the membership shows it. */
export type PaymentResult = "paid" | "card" | "switched";

function resultOf(before: Membership, now: Membership): PaymentResult | null {
  if (before.status === "past-due" && now.status === "active") return "paid";
  if (before.period !== now.period) return "switched";
  const cards = [before.card, now.card].map((card) => JSON.stringify(card));
  return cards[0] === cards[1] ? null : "card";
}

/** Opens payment pages. The desktop app stays: `isOpen` says so, and `result` is the outcome. */
export function usePaymentPage(membership: Membership, onOpen?: () => void) {
  const [before, setBefore] = useState<Membership | null>(null);
  const result = before && resultOf(before, membership);
  const isOpen = before !== null && result === null;
  useMembershipPolling(isOpen);
  useReturnFromPayment((how) => {
    if (!isOpen) return;
    if (how === "page") setBefore(null);
    void reload();
  });
  return {
    isOpen,
    result,
    open: (url: string) => {
      setBefore(membership);
      onOpen?.();
      platform.openPayment(url);
    },
  };
}
export type PaymentPage = ReturnType<typeof usePaymentPage>;

/** The pages that the API opens: to pay a renewal, and to give another card. */
const endpoints = { pay: payRenewal, card: changeCard };

/** Asks the API for a payment page and opens it. A failure charges nothing. */
export function useOpenPage(page: PaymentPage) {
  return useMutation(async (what: keyof typeof endpoints) => {
    const { data, error } = await call(endpoints[what], {});
    if (data) page.open(data.url);
    // Paid or ended meanwhile: the membership on screen is outdated.
    else if (error.code === "no-subscription") await reload();
    return error;
  });
}
