import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Quote } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { usePurchase } from "../../../purchase/purchase-store.ts";
import { useUser } from "../../../session/session-store.ts";
import { ChargeSummary } from "./charge-summary.tsx";
import { PayForm } from "./pay-form.tsx";
import { isBlocked, PaymentsBlocked } from "./payment-notices.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { type DiscountedQuote, orderItems } from "./quote.ts";
import { SignInChoice } from "./sign-in-choice.tsx";

type PricingFailureProps = { failure: ApiFailure; onRetry: () => void; children: ReactNode };

/** Says why the cart could not be priced; `children` is the standard view of the failure. */
function PricingFailure({ failure, onRetry, children }: PricingFailureProps) {
  const { t } = useTranslation(["checkout", "billing"]);
  if (failure.code === "already-subscribed") {
    return (
      <Notice intent="warning">
        {t("cart.alreadySubscribed")}{" "}
        <TextLink to={routePath("membership")}>{t("billing:memberNote.action")}</TextLink>
      </Notice>
    );
  }
  if (failure.code === "item-unknown") {
    return <Notice intent="warning">{t("failed.itemUnknown")}</Notice>;
  }
  return isBlocked(failure) ? <PaymentsBlocked onRetry={onRetry} /> : children;
}

/** The price with what follows it: the payment, or the choice between login and registration. */
function PricedCart({ quote, stale }: { quote: Quote; stale: boolean }) {
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const user = useUser();
  const { discount, purchaseItems } = usePurchase();
  const order = {
    items: orderItems(purchaseItems),
    ...(discount && { discountCode: discount.code }),
    origin: "checkout" as const,
  };
  const action =
    quote.dueNow.amount === 0 ? t("payNothing") : t("pay", { price: money(quote.dueNow) });
  return (
    <>
      <ChargeSummary quote={quote} stale={stale} />
      {user ? (
        <PayForm quote={quote} stale={stale} order={order} action={action} />
      ) : (
        <SignInChoice />
      )}
    </>
  );
}

/** The price of the cart and its payment. */
export function CheckoutPanel({ pricing }: { pricing: DiscountedQuote }) {
  return (
    <QueryView
      query={pricing}
      loading={<PaymentSkeleton />}
      hidesStale
      renderFailure={(failure, standard) => (
        <PricingFailure failure={failure} onRetry={() => void pricing.refetch()}>
          {standard}
        </PricingFailure>
      )}
    >
      {(quote) => <PricedCart quote={quote} stale={pricing.isPlaceholderData} />}
    </QueryView>
  );
}
