import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import { checkout, type checkoutSchema, getQuote, type Purchase } from "#shared/api/billing.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import type { Money } from "#shared/money.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiResult, FailureKind } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  checkoutAttempt,
  endCheckoutAttempt,
  setPurchase,
} from "#renderer/purchase/purchase-store.ts";

/** Returns the path of the page that follows a purchase until it is settled. */
const successPath = (purchaseId: string): string =>
  `${routePath("subscriptionSuccess")}?purchase=${encodeURIComponent(purchaseId)}`;

export type Order = z.input<typeof checkoutSchema>;

/** Why a payment could not be started. `price-changed`: it would cost another amount than shown. */
export type PaymentFailure = {
  code?: ErrorCode | "price-changed";
  kind: FailureKind;
  status?: number;
};

const begin = (order: Order): Promise<ApiResult<Purchase>> =>
  call(checkout, { body: order, idempotencyKey: checkoutAttempt(order) });

/** Returns whether an unpaid purchase of an earlier try is useless: expired, refused as a trial, or at another price. */
const isOutdated = ({ status, paymentUrl, total }: Purchase, shown: Money) =>
  status === "expired" ||
  status === "void" ||
  (paymentUrl !== null && total.amount !== shown.amount);

/** Opens the purchase. If an earlier try left one that is useless now, opens a new one, once. */
async function openPurchase(order: Order, shown: Money): Promise<ApiResult<Purchase>> {
  const first = await begin(order);
  const unusable = first.data
    ? isOutdated(first.data, shown)
    : first.error.code === "idempotency-key-reused";
  if (!unusable) return first;
  endCheckoutAttempt();
  return begin(order);
}

/** Calls `onBack` when the user comes back from the payment: to the restored `page`, or to the desktop's `window`. */
export function useReturnFromPayment(onBack: (how: "page" | "window") => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const toPage = () => latest.current("page");
    const toWindow = () => latest.current("window");
    window.addEventListener("pageshow", toPage);
    window.addEventListener("focus", toWindow);
    return () => {
      window.removeEventListener("pageshow", toPage);
      window.removeEventListener("focus", toWindow);
    };
  }, []);
}

/** Starts payments: one order makes one purchase. `run` stays busy until the page is left or come back to. */
export function usePayment() {
  const away = useRef<{ purchase: Purchase; comeBack: () => void } | null>(null);
  const navigate = useNavigate();
  useReturnFromPayment((how) => {
    if (!away.current) return;
    const { purchase, comeBack } = away.current;
    away.current = null;
    comeBack();
    if (how === "window") void navigate(successPath(purchase.id));
  });

  const fail = (failure: PaymentFailure): PaymentFailure => {
    // The price on screen is outdated. Blocked payments are the exception: only waiting helps there.
    if (failure.code && failure.code !== "payments-unavailable") void refresh(getQuote);
    return failure;
  };
  return useMutation(async (order: Order, shown: Money): Promise<PaymentFailure | null> => {
    const { data: purchase, error } = await openPurchase(order, shown);
    if (error) return fail(error);
    if (isOutdated(purchase, shown)) return fail({ code: "price-changed", kind: "rejected" });
    setPurchase(purchase);
    await new Promise<void>((comeBack) => {
      if (purchase.paymentUrl === null) return void navigate(successPath(purchase.id));
      away.current = { purchase, comeBack };
      platform.openPayment(purchase.paymentUrl);
    });
    return null;
  });
}
