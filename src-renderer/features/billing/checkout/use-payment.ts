import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import { checkout, type checkoutSchema } from "../../../../src-shared/api/billing.ts";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { FailureKind } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { platform } from "../../../platform/current-platform.ts";
import {
  checkoutAttempt,
  endCheckoutAttempt,
  setPurchase,
} from "../../../purchase/purchase-store.ts";

export type Order = z.input<typeof checkoutSchema>;

/** Why a payment could not be begun. */
export type PaymentFailure = { code?: ErrorCode; kind: FailureKind };

/** Begins payments: however often it is pressed, one order makes one purchase (ruling 18). */
export function usePayment() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const underWay = useRef(false);
  const navigate = useNavigate();

  const pay = async (order: Order) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    const { data, error } = await call(checkout, {
      body: order,
      idempotencyKey: checkoutAttempt(order),
    });
    if (data) {
      setPurchase(data);
      // Busy until the page is left: another press could do nothing good.
      if (data.paymentUrl !== null) return platform.openPayment(data.paymentUrl);
      return navigate(`${routePath("subscriptionSuccess")}?purchase=${data.id}`);
    }
    if (error.code === "idempotency-key-reused") endCheckoutAttempt();
    underWay.current = false;
    setBusy(false);
    setFailure(error);
  };
  return { busy, failure, pay };
}
