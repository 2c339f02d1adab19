import { useRef, useState } from "react";
import { useNavigate, type NavigateFunction } from "react-router-dom";
import type * as z from "zod/mini";
import {
  checkout,
  getQuote,
  type checkoutSchema,
  type Purchase,
} from "../../../../src-shared/api/billing.ts";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import type { Money } from "../../../../src-shared/money.ts";
import type { ApiResult, FailureKind } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { refresh } from "../../../api-client/query.ts";
import { platform } from "../../../platform/current-platform.ts";
import {
  checkoutAttempt,
  endCheckoutAttempt,
  setPurchase,
} from "../../../purchase/purchase-store.ts";
import { successPath } from "./success-path.ts";
import { useComeBack } from "./use-come-back.ts";

export type Order = z.input<typeof checkoutSchema>;

/** Why a payment could not be begun. `price-changed`: it would cost something else than was shown. */
export type PaymentFailure = {
  code?: ErrorCode | "price-changed";
  kind: FailureKind;
  status?: number;
};

const begin = (order: Order): Promise<ApiResult<Purchase>> =>
  call(checkout, { body: order, idempotencyKey: checkoutAttempt(order) });

/** Whether an unpaid purchase of an earlier try is of no use: too old, or of another price. */
const isOutdated = ({ status, paymentUrl, total }: Purchase, shown: Money) =>
  status === "expired" || (paymentUrl !== null && total.amount !== shown.amount);

/** Opens the purchase; what an earlier try left behind and cannot be paid as shown begins anew, once. */
async function openPurchase(order: Order, shown: Money): Promise<ApiResult<Purchase>> {
  const first = await begin(order);
  const unusable = first.data
    ? isOutdated(first.data, shown)
    : first.error.code === "idempotency-key-reused";
  if (!unusable) return first;
  endCheckoutAttempt();
  return begin(order);
}

/** Leaves for the payment page, or for the end where nothing is to be paid any more. */
function leave(purchase: Purchase, navigate: NavigateFunction): void {
  if (purchase.paymentUrl === null) void navigate(successPath(purchase.id));
  else platform.openPayment(purchase.paymentUrl);
}

/** Begins payments: however often it is pressed, one order makes one purchase (ruling 18). */
export function usePayment() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const underWay = useRef(false);
  const left = useRef<Purchase | null>(null);
  const navigate = useNavigate();

  const stop = (why: PaymentFailure | null) => {
    underWay.current = false;
    setBusy(false);
    setFailure(why);
    // What is shown no longer holds: it is priced again. Nothing but waiting helps blocked payments.
    if (why?.code && why.code !== "payments-unavailable") void refresh(getQuote);
    return why;
  };
  useComeBack((how) => {
    const purchase = left.current;
    if (!purchase) return;
    left.current = null;
    stop(null);
    if (how === "window") void navigate(successPath(purchase.id));
  });

  /** Yields why the payment could not be begun, or null. `shown`: what the page says is charged now. */
  const pay = async (order: Order, shown: Money): Promise<PaymentFailure | null> => {
    if (underWay.current) return null;
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    const { data, error } = await openPurchase(order, shown);
    if (error) return stop(error);
    if (isOutdated(data, shown)) return stop({ code: "price-changed", kind: "rejected" });
    setPurchase(data);
    // Busy until the page is left: another press could do nothing good.
    left.current = data.paymentUrl === null ? null : data;
    leave(data, navigate);
    return null;
  };
  return { busy, failure, pay };
}
